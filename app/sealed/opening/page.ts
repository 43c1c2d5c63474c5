/**
 * The script of the page that opens a sealed item. What a person types here, and what it opens, never leaves the browser:
 * the page asks the server only for the parcel.
 */

import { startWorker } from '../start-worker.ts';
import { mayHaveCamera, readWithCamera } from './camera.ts';
import { fetchParcel, Opened, OpeningFault } from './opener.ts';
import { part, say, show } from './page-parts.ts';
import type { OpeningConfig } from './protocol.ts';
import { showOpened } from './result.ts';
import { byShares, Sheet, type Typed, Words } from './ways.ts';

const root = part('opening');
const config = JSON.parse(root.dataset.config ?? '') as OpeningConfig;
const form = part<HTMLFormElement>('form');
const words = new Words(form);
const sheets = [...form.querySelectorAll('[data-sheet]')].map((fields) => new Sheet(fields));
/** Of the attempt, or the camera, that goes on now. */
let going = new AbortController();

/** Ends what goes on. @returns the signal of what begins */
function begin(): AbortSignal {
  going.abort();
  going = new AbortController();
  return going.signal;
}

function chosenWay(): string {
  return new FormData(form).get('way')?.toString() ?? 'words';
}

function showWay(): void {
  going.abort();
  const way = chosenWay();
  for (const fields of form.querySelectorAll<HTMLElement>('[data-ways]'))
    fields.hidden = !fields.dataset.ways?.split(' ').includes(way);
}

function typedIn(way: string): Typed {
  if (way === 'words') return words.read();
  return byShares(way === 'sheet' ? sheets.slice(0, 1) : sheets);
}

async function open(way: string, typed: Typed, signal: AbortSignal): Promise<void> {
  if ('fault' in typed) return say(`fault-${typed.fault}`);
  const parcel = await fetchParcel(config, signal);
  const { by } = typed;
  if (way === 'sheet' && 'shares' in by) {
    if (!parcel.share) return say('fault-no-part');
    by.shares = [...by.shares, parcel.share];
  }
  const opened = await Opened.open(config, parcel, by, signal);
  try {
    await showOpened(config, opened, signal);
  } catch (error) {
    opened.end();
    throw error;
  }
}

form.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'way') showWay();
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const signal = begin();
  say(null);
  const way = chosenWay();
  const typed = typedIn(way);
  busy(!('fault' in typed));
  try {
    await open(way, typed, signal);
  } catch (error) {
    if (!signal.aborted) sayFault(error);
  } finally {
    busy(false);
  }
});

function busy(isBusy: boolean): void {
  part<HTMLProgressElement>('progress').removeAttribute('value');
  show('busy', isBusy);
  part<HTMLButtonElement>('submit').disabled = isBusy;
  if (isBusy) part('cancel').focus();
}

function sayFault(error: unknown): void {
  const { kind, words: unknown } = error instanceof OpeningFault ? error : new OpeningFault('damaged');
  say(`fault-${kind}`);
  if (kind === 'unknown-words') words.markUnknown(unknown);
  else part('submit').focus();
}

part('cancel').addEventListener('click', () => {
  going.abort();
  say('cancelled');
});
part('print').addEventListener('click', () => print());

for (const [index, fields] of [...form.querySelectorAll('[data-sheet]')].entries()) {
  const camera = fields.querySelector<HTMLElement>('[data-camera]');
  const button = fields.querySelector('button');
  const view = fields.querySelector('video');
  const sheet = sheets[index];
  if (!camera || !button || !view || !sheet) continue;
  camera.hidden = !mayHaveCamera();
  button.addEventListener('click', () => void useCamera(sheet, view));
}

async function useCamera(sheet: Sheet, view: HTMLVideoElement): Promise<void> {
  const signal = begin();
  say(null);
  view.hidden = false;
  const take = (code: string) => {
    const found = sheet.fill(code, config.number);
    say(`camera-${found}`);
    return found === 'read';
  };
  try {
    await readWithCamera(view, () => startWorker(config.camera), take, signal);
    part('submit').focus();
  } catch {
    if (!signal.aborted) say('camera-none');
  } finally {
    view.hidden = true;
  }
}

addEventListener('pagehide', () => going.abort());
show('without-script', false);
show('form');
showWay();
