/** The script of open.html, which is in each downloaded parcel: it has to work from a disk, without us, for ever. */
import { openPageTexts as TEXTS } from '#messages/en/open-page.ts';
import { sourceOfBlob } from './age-file.ts';
import { byBrowser } from './chunk-cipher.ts';
import { type OpenedParcel, type Opening, openParcel, type Parcel } from './parcel.ts';
import { ParcelFault } from './parcel-fault.ts';
import { readCode, readLines } from './shares.ts';

/** Larger texts are saved, not shown. */
const SHOWN_MAX_BYTES = 4 * 1024 * 1024;
/** Of meta.age and key.age; content.age can be as short. */
const SMALL_MAX_BYTES = 64 * 1024;

class Told extends Error {}

const element = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const valueIn = (id: string) => element<HTMLInputElement | HTMLTextAreaElement>(id).value;
const say = (text: string) => {
  element('state').textContent = text;
};

async function pickedParcel(): Promise<Parcel> {
  const files = [...(element<HTMLInputElement>('files').files ?? [])];
  const named = (name: string) => {
    // A browser that saves a second copy calls it "key (1).age".
    const file = files.find((one) => new RegExp(`^${name}\\b.*\\.age$`, 'i').test(one.name));
    if (!file) throw new Told(TEXTS.missing(name));
    return file;
  };
  const small = async (name: string) => new Uint8Array(await named(name).slice(0, SMALL_MAX_BYTES).arrayBuffer());
  return { content: sourceOfBlob(named('content')), meta: await small('meta'), key: await small('key') };
}

/** @returns the share that was typed, or scanned, into a field */
function shareIn(id: string): { share: Uint8Array } {
  const text = valueIn(id).trim();
  const code = readCode(text);
  if (code) return code;
  const typed = readLines(text.split('\n'));
  if ('share' in typed) return typed;
  throw new Told(TEXTS['wrong-lines'](typed.wrongLines.join(', ')));
}

function opening(): Opening {
  const isByWords = document.querySelector<HTMLInputElement>('input[name=way]:checked')?.value === 'words';
  if (isByWords) return { words: valueIn('words') };
  return { shares: [shareIn('first').share, shareIn('second').share] };
}

function reasonOf(error: unknown): string {
  if (error instanceof Told) return error.message;
  if (error instanceof ParcelFault) return TEXTS.faults[error.kind] + error.words.join(', ');
  return TEXTS.unreadable(error instanceof Error ? error.message : `${error}`);
}

async function show(opened: OpenedParcel): Promise<void> {
  const { meta } = opened;
  const parts: Blob[] = [];
  let done = 0;
  for await (const part of opened.stream()) {
    // A browser moves what a Blob holds out of the memory of the page.
    parts.push(new Blob([part]));
    done += part.length;
    say(TEXTS.opening(Math.floor((100 * done) / Math.max(1, meta.size))));
  }
  const type = /^(?:image|video|audio)\/[\w.+-]+$/.test(meta.type) && !meta.type.includes('svg') ? meta.type : '';
  const file = new Blob(parts, { type: type || 'application/octet-stream' });
  const address = URL.createObjectURL(file);
  element('title').textContent = meta.title;
  element('about').textContent = TEXTS.about(meta.name, meta.sealed_at.slice(0, 10));
  element('shown').replaceChildren(...(await picture(meta.type, type, file, address)));
  const save = element<HTMLAnchorElement>('save');
  save.href = address;
  save.download = meta.name;
  element('opened').hidden = false;
  say(TEXTS.opened);
}

async function picture(named: string, shown: string, file: Blob, address: string): Promise<(Node | string)[]> {
  if (/^text\/plain\b/.test(named) && file.size <= SHOWN_MAX_BYTES) return [await file.text()];
  const [kind] = shown.split('/');
  if (!kind) return [];
  const media = document.createElement(kind === 'image' ? 'img' : (kind as 'video' | 'audio'));
  media.src = address;
  if (media instanceof HTMLMediaElement) media.controls = true;
  else media.alt = '';
  return [media];
}

for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=way]'))
  radio.addEventListener('change', () => {
    element('by-words').hidden = radio.value !== 'words';
    element('by-sheets').hidden = radio.value === 'words';
  });

document.querySelector('form')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  element('opened').hidden = true;
  say(TEXTS.opening(0));
  try {
    await show(await openParcel(await pickedParcel(), opening(), { cipher: byBrowser }));
  } catch (error) {
    element('opened').hidden = true;
    say(reasonOf(error));
  }
});
