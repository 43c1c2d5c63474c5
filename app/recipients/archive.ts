import { type Archived, fileEntry, textEntry } from '#app/http/file-response.ts';
import { type Provider, vaultOf } from '#app/middleware/context.ts';
import { archiveNames } from '#domain/content/archive-names.ts';
import { copyName } from '#domain/content/file-name.ts';
import { AppError } from '#domain/errors.ts';
import { frame } from '#messages/en/frame.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import type { DeliveredItem, OpenedDelivery } from '#services/recipients/invitations.ts';
import { openRecipientsFile } from '#services/recipients/recipient.ts';
import { checkRecipientsFiles } from './files.ts';
import { letterText } from './saved-copy.ts';

const TEXTS = recipientPages.copy;

type DeliveredFile = Extract<DeliveredItem, { file_id: string }>;

/**
 * Everything that was sent, for one archive: letters and notes as text, files as they are. What is found damaged before the
 * archive begins is left out, and a text in it says so.
 * @param secret of the link, after it was opened
 * @throws AppError unavailable while the store does not answer
 */
export async function archiveOf(context: Provider, secret: string, opened: OpenedDelivery): Promise<Archived[]> {
  const { delivery, absent } = await checkRecipientsFiles(context, secret, opened);
  if ([...absent.values()].includes('away')) throw new AppError('unavailable', say(TEXTS.away));
  const isDamaged = (item: DeliveredItem) => item.type !== 'text' && absent.has(item.file_id);
  const damaged = delivery.items.filter(isDamaged);
  const files = delivery.items.flatMap((item) => {
    if (item.type === 'text') return letterFile(delivery, item);
    const original = isDamaged(item) ? [] : [deliveredFile(context, secret, item)];
    return [...noteFile(delivery, item), ...copyFile(context, secret, item), ...original];
  });
  if (damaged.length > 0) files.push(textEntry(`${say(TEXTS['not-in-archive'])}.txt`, missing(damaged), new Date()));
  const names = archiveNames(files.map(({ name }) => name));
  return files.map((file, index) => ({ ...file, name: names[index] ?? file.name }));
}

function letterFile(delivery: OpenedDelivery, letter: Extract<DeliveredItem, { type: 'text' }>): Archived {
  const name = `${letter.title || say(frame.untitled)}.txt`;
  return textEntry(name, letterText(delivery, letter), new Date(letter.written_at));
}

/** The note with a file, as a text beside it; also where the file is damaged. */
function noteFile(delivery: OpenedDelivery, item: DeliveredFile): Archived[] {
  const { caption, original_filename, written_at } = item;
  if (!caption) return [];
  return [
    textEntry(`${original_filename}.txt`, letterText(delivery, { ...item, content: caption }), new Date(written_at)),
  ];
}

/** The JPEG of a picture that few devices show, beside the original. */
function copyFile(context: Provider, secret: string, item: DeliveredFile): Archived[] {
  const { copy, original_filename } = item;
  return copy
    ? [deliveredFile(context, secret, { ...item, ...copy, original_filename: copyName(original_filename) })]
    : [];
}

function deliveredFile(context: Provider, secret: string, item: DeliveredFile): Archived {
  return fileEntry(context, {
    id: item.file_id,
    name: item.original_filename,
    size: item.size,
    madeAt: new Date(item.written_at),
    open: () => openRecipientsFile(vaultOf(context), secret, item.file_id),
  });
}

function missing(damaged: readonly DeliveredItem[]): string {
  const names = damaged.map((item) => `- ${item.type === 'text' ? item.title : item.original_filename}`);
  return `${say(TEXTS.damaged)}\n\n${names.join('\n')}\n\n${say(TEXTS['damaged-known'])}\n`;
}
