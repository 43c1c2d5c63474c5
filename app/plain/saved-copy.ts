import { disposition } from '#app/http/file-response.ts';
import { writtenDate } from '#domain/time/written.ts';
import { oneLine, shownName } from '#services/mails/words.ts';
import type { DeliveredItem, OpenedDelivery } from '#services/recipients/invitations.ts';
import { PRIVATE_HEADERS } from './page.ts';

const FILE_NAME_LENGTH = 80;

/** @returns a letter as plain text, which any machine of any year can read: what it is, from whom, to whom, and all of it */
export function letterText(delivery: OpenedDelivery, letter: Extract<DeliveredItem, { type: 'text' }>): string {
  const { time_zone: zone } = delivery;
  const recipient = oneLine(delivery.recipient_name ?? '');
  const from = `From ${shownName(delivery.sender_name)}${recipient ? `, to ${recipient}` : ''}`;
  const written = `Written on ${writtenDate(new Date(letter.written_at), zone)}, kept by Stillhere until ${writtenDate(new Date(delivery.sent_on), zone)}`;
  return `${oneLine(letter.title) || 'Untitled'}\n\n${from}\n${written}\n\n\n${letter.content.replace(/\r\n?/g, '\n').trimEnd()}\n`;
}

/** @returns the letters as a text file */
export function savedCopy(delivery: OpenedDelivery): Response {
  const letters = delivery.items.flatMap((item) => (item.type === 'text' ? letterText(delivery, item) : []));
  const headers = new Headers({
    ...PRIVATE_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': disposition('attachment', `${oneLine(delivery.title, FILE_NAME_LENGTH) || 'Letter'}.txt`),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  return new Response(letters.join('\n\n\n'), { headers });
}
