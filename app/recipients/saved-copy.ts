import { disposition, streamOf } from '#app/http/file-response.ts';
import { PRIVATE_HEADERS } from '#app/middleware/headers.ts';
import { plainDate } from '#messages/dates.ts';
import { frame } from '#messages/en/frame.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { identified, oneLine } from '#services/mails/words.ts';
import { forThisReader } from '#services/reader-language.ts';
import type { OpenedDelivery } from '#services/recipients/invitations.ts';
import type { DeliveredItem } from '#services/recipients/items.ts';

const FILE_NAME_LENGTH = 80;

/** A letter, or the note with a file. */
type Written = Pick<Extract<DeliveredItem, { type: 'text' }>, 'title' | 'written_at' | 'content'>;

/** @returns a letter as plain text, which any device can read: its title, from whom and to whom, when, and all of it */
export function letterText(delivery: OpenedDelivery, letter: Written): string {
  const { time_zone: zone, sender_name, sender_email, recipient_name, sent_on } = delivery;
  const { opened, copy } = recipientPages;
  const person = identified(sender_name, sender_email);
  const recipient = oneLine(recipient_name ?? '');
  const title = oneLine(letter.title) || say(frame.untitled);
  const from = recipient ? say(opened['from-to'], { person, recipient }) : say(opened.from, { person });
  const written = say(copy.written, {
    written: plainDate(new Date(letter.written_at), zone),
    sent: plainDate(new Date(sent_on), zone),
  });
  return `${title}\n\n${from}\n${written}\n\n\n${letter.content.replace(/\r\n?/g, '\n').trimEnd()}\n`;
}

/**
 * @param items everything that was sent
 * @returns the letters as a text file, which is sent while they are read
 */
export function savedCopy(delivery: OpenedDelivery, items: AsyncIterable<DeliveredItem>): Response {
  const name = oneLine(delivery.title, FILE_NAME_LENGTH) || say(recipientPages.copy.letter);
  const headers = new Headers({
    ...PRIVATE_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': disposition('attachment', `${name}.txt`),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  return new Response(streamOf(lettersOf(delivery, items)), { headers });
}

async function* lettersOf(delivery: OpenedDelivery, items: AsyncIterable<DeliveredItem>): AsyncGenerator<Buffer> {
  let between = '';
  const forReader = forThisReader();
  for await (const item of items) {
    if (item.type !== 'text') continue;
    yield Buffer.from(`${between}${forReader(() => letterText(delivery, item))}`);
    between = '\n\n\n';
  }
}
