import type { Absence } from '#app/recipients/files.ts';
import { type Html, html } from '#services/mails/html.ts';
import type { DeliveredItem } from '#services/recipients/invitations.ts';
import { absentKeepsake, keepsake } from './keepsakes.ts';
import { setLetter } from './letter.ts';

/**
 * One thing that was sent, in its place: a letter as a letter, anything else with what it takes to keep it.
 * @param path the address of the recipient's page
 * @param absent files that cannot be shown now, by their ids
 */
export function bodyOf(item: DeliveredItem, path: string, absent: ReadonlyMap<string, Absence>): Html {
  if (item.type === 'text') return html`<div class="letter" lang="">\n${setLetter(item.content)}</div>\n`;
  const absence = absent.get(item.file_id);
  return absence ? absentKeepsake(path, item, absence) : keepsake(path, item);
}
