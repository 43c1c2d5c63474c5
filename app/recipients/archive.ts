/** Everything that was sent, as one archive: letters and notes as text, files as they are, sealed items as folders. */
import { type ParcelToRead, parcelArchive, parcelToRead } from '#app/contents/parcel-archive.ts';
import { type Absence, absencesOf } from '#app/http/absences.ts';
import { type Archived, fileEntry, textEntry } from '#app/http/file-response.ts';
import { contextOf, type Provider, vaultOf } from '#app/middleware/context.ts';
import { archiveNames } from '#domain/content/archive-names.ts';
import { copyName } from '#domain/content/file-name.ts';
import { AppError } from '#domain/errors.ts';
import { frame } from '#messages/en/frame.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { forThisReader } from '#services/reader-language.ts';
import type { OpenedDelivery } from '#services/recipients/invitations.ts';
import type { PlacedItem } from '#services/recipients/items.ts';
import { openRecipientsFile, readAllOpened, readOpenedItem } from '#services/recipients/recipient.ts';
import { openRecipientsParcel } from '#services/recipients/sealed-items.ts';
import { letterText } from './saved-copy.ts';

const TEXTS = recipientPages.copy;

/** Who asks, and for what. */
interface ArchiveRequest {
  context: Provider;
  /** Of the link, after it was opened. */
  secret: string;
  delivery: OpenedDelivery;
}

/** What is in the archive under one name: a file, or the folder of a sealed item. */
interface Entry {
  name: string;
  files: Archived[];
  isFolder: boolean;
}

type DeliveredFile = Extract<PlacedItem, { file_id: string }>;

/** An item without its words, which are read again when their turn comes: all of them together may be gigabytes. */
interface Part {
  position: number;
  title: string;
  madeAt: Date;
  file: Pick<DeliveredFile, 'file_id' | 'original_filename' | 'size' | 'copy'> | null;
  /** Of a sealed item; null of any other. */
  parcel: ParcelToRead | null;
  /** The length of its letter or note as an entry, in bytes; 0 without one. */
  written: number;
}

/**
 * What is found damaged before the archive begins is left out, and a text in it says so.
 * @param secret of the link, after it was opened
 * @throws AppError unavailable while the store does not answer
 */
export async function archiveOf(context: Provider, secret: string, delivery: OpenedDelivery): Promise<Archived[]> {
  const asked: ArchiveRequest = { context, secret, delivery };
  const parts = await readParts(asked);
  const fileIds = parts.flatMap(({ file }) => (file ? [file.file_id, ...(file.copy ? [file.copy.file_id] : [])] : []));
  const absent = await absencesOf(context, fileIds, (id) => openRecipientsFile(vaultOf(context), secret, id));
  if ([...absent.values()].includes('away')) throw new AppError('unavailable', say(TEXTS.away));
  const entries = parts.flatMap((part) => entriesOf(asked, part, absent));
  const damaged = parts.filter(({ file }) => file && absent.has(file.file_id));
  if (damaged.length > 0)
    entries.push(single(textEntry(`${say(TEXTS['not-in-archive'])}.txt`, missing(damaged), new Date())));
  const names = archiveNames(entries.map(({ name }) => name));
  return entries.flatMap(({ files, isFolder }, index) =>
    files.map((file) => ({ ...file, name: isFolder ? `${names[index]}/${file.name}` : (names[index] ?? file.name) })),
  );
}

async function readParts({ context, secret, delivery }: ArchiveRequest): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const item of readAllOpened(contextOf(context), secret)) {
    const { position, title, written_at } = item;
    const written = Buffer.byteLength(writtenOf(delivery, item) ?? '');
    const file = item.type === 'text' ? null : fileOf(item);
    const parcel = item.type !== 'text' && item.is_sealed ? await parcelOf(context, secret, item.file_id) : null;
    parts.push({ position, title, madeAt: new Date(written_at), file, parcel, written });
  }
  return parts;
}

async function parcelOf(context: Provider, secret: string, fileId: string): Promise<ParcelToRead> {
  const parcel = await openRecipientsParcel(contextOf(context), secret, fileId);
  return parcelToRead(parcel, parcel.share);
}

function fileOf({ file_id, original_filename, size, copy }: DeliveredFile): Part['file'] {
  return { file_id, original_filename, size, copy };
}

/** @returns a letter, or the note with a file; null without one */
function writtenOf(delivery: OpenedDelivery, item: PlacedItem): string | null {
  if (item.type === 'text') return letterText(delivery, item);
  return item.caption ? letterText(delivery, { ...item, content: item.caption }) : null;
}

/** @returns a letter; or a file, or the folder of a sealed item, after the note with it and the JPEG of a picture that few devices show */
function entriesOf(asked: ArchiveRequest, part: Part, absent: ReadonlyMap<string, Absence>): Entry[] {
  const { file, parcel, madeAt, written } = part;
  const texts = written > 0 ? [single(writtenEntry(asked, part))] : [];
  if (!file) return texts;
  const { file_id, original_filename: name, size, copy } = file;
  const isHere = ({ id }: { id: string }) => !absent.has(id);
  if (parcel) return isHere({ id: file_id }) ? [...texts, parcelFolder(asked, part.title, parcel)] : texts;
  const files = [
    ...(copy ? [{ id: copy.file_id, name: copyName(name), size: copy.size }] : []),
    { id: file_id, name, size },
  ];
  return [...texts, ...files.filter(isHere).map((one) => single(deliveredFile(asked, { ...one, madeAt })))];
}

const single = (file: Archived): Entry => ({ name: file.name, files: [file], isFolder: false });

function parcelFolder({ context, secret }: ArchiveRequest, name: string, parcel: ParcelToRead): Entry {
  const files = parcelArchive(context, parcel, {
    small: () => openRecipientsParcel(contextOf(context), secret, parcel.fileId),
    content: () => openRecipientsFile(vaultOf(context), secret, parcel.fileId),
  });
  return { name, files, isFolder: true };
}

function writtenEntry(
  { context, secret, delivery }: ArchiveRequest,
  { position, title, file, parcel, madeAt, written }: Part,
): Archived {
  const forReader = forThisReader();
  return {
    name: `${(parcel ? null : file?.original_filename) ?? (title || say(frame.untitled))}.txt`,
    size: written,
    madeAt,
    async *read() {
      const item = await readOpenedItem(contextOf(context), secret, position);
      yield Buffer.from(forReader(() => writtenOf(delivery, item)) ?? '');
    },
  };
}

function deliveredFile({ context, secret }: ArchiveRequest, file: Omit<Archived, 'read'> & { id: string }): Archived {
  return fileEntry(context, { ...file, open: () => openRecipientsFile(vaultOf(context), secret, file.id) });
}

function missing(damaged: readonly Part[]): string {
  const names = damaged.map(({ file, title }) => `- ${file?.original_filename ?? title}`);
  return `${say(TEXTS.damaged)}\n\n${names.join('\n')}\n\n${say(TEXTS['damaged-known'])}\n`;
}
