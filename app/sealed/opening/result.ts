/** What is shown of an item that was opened. */
import { paragraphsOf } from '#domain/content/letter-paragraphs.ts';
import type { Opened } from './opener.ts';
import { originalOf } from './originals.ts';
import { part, say, show } from './page-parts.ts';
import type { OpeningConfig } from './protocol.ts';

const MEGABYTE = 1024 * 1024;
/** Larger ones are saved, not shown. */
const MAX = { letter: 4 * MEGABYTE, image: 64 * MEGABYTE };
/** Without a service worker the browser has to hold the original, most of it outside of the memory. */
const HELD_MAX = 256 * MEGABYTE;

type Kind = 'letter' | 'image' | 'video' | 'audio' | 'file';

function kindOf({ type, size }: Opened['meta']): Kind {
  if (/^text\/plain\b/.test(type)) return size <= MAX.letter ? 'letter' : 'file';
  const [, kind] = /^(image|video|audio)\/[\w.+-]+$/.exec(type) ?? [];
  if (kind === 'image') return size <= MAX.image && !type.includes('svg') ? 'image' : 'file';
  return kind === 'video' || kind === 'audio' ? kind : 'file';
}

/**
 * Shows an item; a letter and a picture once they are verified as a whole.
 * @param signal of the button that cancels
 * @throws OpeningFault; the reason of the signal
 */
export async function showOpened(config: OpeningConfig, opened: Opened, signal: AbortSignal): Promise<void> {
  const kind = kindOf(opened.meta);
  const isWhole = kind === 'letter' || kind === 'image';
  const address = isWhole ? null : await originalOf(opened);
  if (isWhole || address === null) {
    if (!isWhole && opened.meta.size > HELD_MAX) return showTooLong();
    const type = kind === 'letter' || kind === 'file' ? 'application/octet-stream' : opened.meta.type;
    const blob = await opened.readAll(type, progress, signal);
    await showBody(kind, URL.createObjectURL(blob), kind === 'letter' ? await blob.text() : '', opened);
    saveByBlob(config, blob, opened.meta.name);
  } else {
    await showBody(kind, address, '', opened);
    saveByStream(config, address);
    opened.onFault((fault) => say(fault === 'damaged' ? 'fault-damaged-inside' : `fault-${fault}`));
  }
  describe(config, opened, isWhole || address === null);
}

/** Too long for this browser to hold: the parcel can be downloaded and opened elsewhere. */
function showTooLong(): void {
  say('too-long');
}

function progress(portion: number): void {
  part<HTMLProgressElement>('progress').value = portion;
}

function describe({ label, locale }: OpeningConfig, { meta }: Opened, isVerified: boolean): void {
  const title = part('title');
  title.textContent = meta.title || meta.name;
  part('before').textContent = label;
  show('renamed', label !== meta.title);
  const sealed = new Date(meta.sealed_at);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  if (!Number.isNaN(sealed.getTime())) part('sealed-on').textContent = format.format(sealed);
  part('name').textContent = meta.name;
  show('verified', isVerified);
  show('verified-while', !isVerified);
  // What is found while a film plays is said above it.
  part('shown').before(part('trouble'));
  show('asking', false);
  show('opened');
  title.focus();
}

async function showBody(kind: Kind, address: string, text: string, { meta }: Opened): Promise<void> {
  const place = part('shown');
  show('print', kind === 'letter' || kind === 'image');
  show('not-shown', kind === 'file');
  if (kind === 'letter') place.replaceChildren(letterOf(text));
  if (kind === 'image') place.replaceChildren(Object.assign(new Image(), { src: address, alt: meta.title }));
  if (kind === 'video' || kind === 'audio') place.replaceChildren(playerOf(kind, address, meta.title));
  if (kind === 'letter' || kind === 'file') return;
  place.firstElementChild?.addEventListener('error', () => say('unplayable'));
}

function playerOf(kind: 'video' | 'audio', address: string, title: string): HTMLMediaElement {
  const player = document.createElement(kind);
  Object.assign(player, { src: address, controls: true, preload: 'metadata', playsInline: true, ariaLabel: title });
  return player;
}

/** As app/components/content/letter.tsx sets it. */
function letterOf(text: string): HTMLElement {
  const letter = document.createElement('div');
  letter.className = 'letter';
  letter.lang = '';
  for (const { kind, lines } of paragraphsOf(text)) {
    const paragraph = document.createElement('p');
    paragraph.className = kind;
    paragraph.dir = 'auto';
    paragraph.append(...lines.flatMap((line, index) => (index > 0 ? [document.createElement('br'), line] : [line])));
    letter.append(paragraph);
  }
  return letter;
}

function saveByBlob(config: OpeningConfig, blob: Blob, name: string): void {
  const link = part<HTMLAnchorElement>('save');
  // Of no type, so that no browser takes it for a page.
  link.href = URL.createObjectURL(blob.slice(0, blob.size, 'application/octet-stream'));
  link.download = name;
  link.addEventListener('click', () => noteSaving(config));
}

/** Not by the attribute `download`: such requests pass by service workers. */
function saveByStream(config: OpeningConfig, address: string): void {
  const link = part<HTMLAnchorElement>('save');
  link.href = `${address}?download`;
  link.addEventListener('click', () => noteSaving(config));
}

/** The sender's story says when something was saved, as with every other item: of the file nothing more than a byte is asked for. */
function noteSaving({ content }: OpeningConfig): void {
  void fetch(`${content}?download`, { headers: { range: 'bytes=0-0' }, cache: 'no-store' }).catch(() => {});
}
