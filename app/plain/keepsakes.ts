import { inMegabytes } from '#domain/content/content.ts';
import { isShownInline } from '#domain/content/media.ts';
import { type Html, html } from '#services/mails/html.ts';
import { KINDS } from '#services/mails/kinds.ts';
import { oneLine } from '#services/mails/words.ts';
import type { DeliveredItem } from '#services/recipients/invitations.ts';

type Keepsake = Extract<DeliveredItem, { file_id: string }>;

/**
 * A picture, a film or a voice in its place, with what it takes to keep it. What devices do not show says so.
 * @param path the address of the recipient's page
 */
export function keepsake(path: string, item: Keepsake): Html {
  const address = `${path}/file/${item.file_id}`;
  const name = oneLine(item.original_filename);
  const { noun } = KINDS[item.type];
  return html`<figure class="thing">
${isShownInline(item.content_type) ? inPlace(item, address) : html`<p>${cannot(item)}</p>`}
<figcaption><p class="small" dir="auto">${name}, ${inMegabytes(item.size)}</p>
<p><a class="btn btn-secondary" href="${address}?download">Download the ${noun}</a></p></figcaption>
</figure>
`;
}

function inPlace({ type, title, content_type }: Keepsake, address: string): Html {
  const label = oneLine(title) || 'Untitled';
  if (content_type.startsWith('image/')) return html`<img src="${address}" alt="${label}">`;
  if (type === 'file') return html`<p>It opens on your device once you have downloaded it.</p>`;
  return content_type.startsWith('video/')
    ? html`<video src="${address}" controls playsinline preload="metadata" aria-label="${label}">${cannotPlay('video')}</video>`
    : html`<audio src="${address}" controls preload="metadata" aria-label="${label}">${cannotPlay('recording')}</audio>`;
}

function cannotPlay(noun: string): Html {
  return html`This device cannot play the ${noun} here. Please download it below.`;
}

function cannot({ type, content_type }: Keepsake): string {
  if (type === 'file') return 'It opens on your device once you have downloaded it.';
  const format = content_type.replace(/^\w+\/(x-ms|x-|vnd\.)?/, '').toUpperCase();
  const verb = type === 'image' ? 'show' : 'play';
  return `Most browsers cannot ${verb} this kind of ${KINDS[type].noun} (${format}). Download it, and open it with a program of your device.`;
}
