import { DAMAGED_FILE } from '#app/http/damaged.ts';
import type { Absence } from '#app/recipients/files.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { isShownInline } from '#domain/content/media.ts';
import { type Html, html } from '#services/mails/html.ts';
import { kindWords, oneLine } from '#services/mails/words.ts';
import type { DeliveredItem } from '#services/recipients/invitations.ts';

type Keepsake = Extract<DeliveredItem, { file_id: string }>;

/**
 * A picture, a film or a voice in its place, with what it takes to keep it. What devices do not show says so.
 * @param path the address of the recipient's page
 */
export function keepsake(path: string, item: Keepsake): Html {
  const address = `${path}/file/${item.file_id}`;
  const words = note(item);
  return html`<figure class="thing">
${isShownInline(item.content_type) ? inPlace(item, address) : standIn(item, address)}
<figcaption><p class="small" dir="auto">${oneLine(item.original_filename)}, ${inMegabytes(item.size)}</p>
<p><a class="btn btn-secondary" href="${address}?download">Download the ${kindWords(item.type).noun}</a></p>
${words ? html`<p class="small">${words}</p>` : null}</figcaption>
</figure>
`;
}

/** The place of what cannot be shown now: why, and what can still be done about it. */
export function absentKeepsake(path: string, item: Keepsake, absence: Absence): Html {
  const name = html`<p class="small" dir="auto">${oneLine(item.original_filename)}, ${inMegabytes(item.size)}</p>`;
  if (absence === 'damaged')
    return html`<figure class="thing">
<p>${DAMAGED_FILE}</p>
<figcaption>${name}</figcaption>
</figure>
`;
  return html`<figure class="thing">
<p>We cannot reach this ${kindWords(item.type).noun} just now. Nothing was lost.</p>
<figcaption>${name}
<p><a class="btn btn-secondary" href="${path}">Try again</a></p></figcaption>
</figure>
`;
}

function inPlace({ type, title, has_thumbnail }: Keepsake, address: string): Html | null {
  const label = oneLine(title) || 'Untitled';
  // Some phones show nothing of a film before it plays.
  const poster = has_thumbnail ? html` poster="${address}/thumbnail"` : null;
  switch (type) {
    case 'image':
      return html`<img src="${address}" alt="${label}" loading="lazy">`;
    case 'video':
      return html`<video src="${address}"${poster} controls playsinline preload="metadata" aria-label="${label}"></video>`;
    case 'audio':
      return html`<audio src="${address}" controls preload="metadata" aria-label="${label}"></audio>`;
    case 'file':
      return null;
  }
}

/** The small picture that we made of what devices do not show. */
function standIn({ title, has_thumbnail }: Keepsake, address: string): Html | null {
  return has_thumbnail ? html`<img src="${address}/thumbnail" alt="${oneLine(title) || 'Untitled'}">` : null;
}

/** What this page can do, in words: it has no script that could find out what the device can do. */
function note(item: Keepsake): string | null {
  const { type, content_type, has_thumbnail } = item;
  if (type === 'file') return 'It opens on your device once you have downloaded it.';
  const noun = kindWords(type).noun;
  if (isShownInline(content_type))
    return type === 'image' ? null : `If it does not play here, download the ${noun} and open it on your device.`;
  const most = `Most browsers do not ${type === 'image' ? 'show' : 'play'} ${formatOf(item)}.`;
  const small = has_thumbnail ? ` This is a small picture ${type === 'image' ? 'of it' : 'from it'}.` : '';
  return `${most}${small} Download the ${noun} and open it on your device.`;
}

/** People know a format by the end of its name. */
function formatOf({ original_filename }: Keepsake): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(original_filename)?.[1];
  return ending ? `${ending.toUpperCase()} files` : 'files like this one';
}
