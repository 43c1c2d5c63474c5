import { orAlarm } from '#app/http/broken-seal.ts';
import type { Archived } from '#app/http/file-response.ts';
import { type Provider, vaultOf } from '#app/middleware/context.ts';
import { absentFiles } from '#app/recipients/files.ts';
import { archiveNames } from '#domain/content/archive-names.ts';
import { AppError } from '#domain/errors.ts';
import type { DeliveredItem, OpenedDelivery } from '#services/recipients/invitations.ts';
import { openRecipientsFile } from '#services/recipients/recipient.ts';
import { letterText } from './saved-copy.ts';

type DeliveredFile = Extract<DeliveredItem, { file_id: string }>;

/**
 * Everything that a delivery brought, for one archive: letters as text, files as they are. What is found damaged before
 * it begins is left out, and a text in the archive says so; the rest can still be had.
 * @param secret of the link, after it was opened
 * @throws AppError unavailable while the store does not answer
 */
export async function archiveOf(context: Provider, secret: string, delivery: OpenedDelivery): Promise<Archived[]> {
  const files = delivery.items.flatMap((item) => (item.type === 'text' ? [] : item.file_id));
  const absent = await absentFiles(context, secret, files);
  if ([...absent.values()].includes('away'))
    throw new AppError('unavailable', 'We cannot reach what was sent to you just now. Nothing was lost.');
  const isDamaged = (item: DeliveredItem) => item.type !== 'text' && absent.has(item.file_id);
  const there = delivery.items.filter((item) => !isDamaged(item));
  const damaged = delivery.items.filter(isDamaged);
  const things = there.map((item) =>
    item.type === 'text'
      ? textThing(`${item.title || 'Untitled'}.txt`, letterText(delivery, item), new Date(item.written_at))
      : fileThing(context, secret, item),
  );
  if (damaged.length > 0) things.push(textThing('Not in this archive.txt', missing(damaged), new Date()));
  const names = archiveNames(things.map(({ name }) => name));
  return things.map((thing, index) => ({ ...thing, name: names[index] ?? thing.name }));
}

function textThing(name: string, text: string, madeAt: Date): Archived {
  const bytes = Buffer.from(text);
  return {
    name,
    size: bytes.length,
    madeAt,
    async *read() {
      yield bytes;
    },
  };
}

function fileThing(context: Provider, secret: string, item: DeliveredFile): Archived {
  return {
    name: item.original_filename,
    size: item.size,
    madeAt: new Date(item.written_at),
    // Asked for when its turn comes: a link that was withdrawn meanwhile brings nothing more.
    async *read(signal) {
      try {
        const file = await openRecipientsFile(vaultOf(context), secret, item.file_id);
        yield* await file.read(0, file.size - 1, signal);
      } catch (error) {
        throw orAlarm(context, error, { file: item.file_id });
      }
    },
  };
}

function missing(damaged: readonly DeliveredItem[]): string {
  const names = damaged.map((item) => `- ${item.type === 'text' ? item.title : item.original_filename}`);
  return `This was changed or damaged where we keep it, so it is not in this archive:\n\n${names.join('\n')}\n\nWe have been told and look into it.\n`;
}
