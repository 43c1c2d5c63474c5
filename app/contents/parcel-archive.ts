/** "Download the parcel": what opens a sealed item without us, alone or as a folder of a larger archive. */
import OPEN_PAGE from 'virtual:open-page';
import { type Archived, fileEntry } from '#app/http/file-response.ts';
import type { Provider } from '#app/middleware/context.ts';
import { numberOf } from '#app/sealed/parcel.ts';
import { checksumOf, linesOf } from '#app/sealed/shares.ts';
import { PARCEL_SHARE_BYTES } from '#domain/content/parcel.ts';
import { parcelTexts } from '#messages/en/parcel-texts.ts';
import { say } from '#messages/say.ts';
import type { ReadableFile } from '#services/contents/open-file.ts';
import type { SealedParts } from '#services/contents/parcels.ts';
import { forThisReader } from '#services/reader-language.ts';

/** A parcel before its turn in an archive: an archive may have a hundred thousand, so it holds only lengths. */
export interface ParcelToRead {
  fileId: string;
  /** Of content.age, in bytes. */
  size: number;
  createdAt: Date;
  /** In bytes. */
  lengths: { meta: number; key: number };
  /** Whether its reader gets our share. */
  hasShare: boolean;
}

/** The small files of a parcel. */
interface SmallFiles {
  meta: Buffer;
  key: Buffer;
  /** What those who were sent the item get of us; null for its owner, and where there are no sheets. */
  share: Buffer | null;
}

/** @returns what an archive holds of a parcel until its turn comes */
export function parcelToRead({ fileId, size, createdAt, meta, key }: SealedParts, share: Buffer | null): ParcelToRead {
  const lengths = { meta: meta.length, key: key.length };
  return { fileId, size, createdAt, lengths, hasShare: share !== null };
}

/**
 * @param read what gives its small files and content.age when their turn has come
 * @returns the three age files, the page that opens them, and what to do with them
 */
export function parcelArchive(
  context: Provider,
  { fileId, size, createdAt, lengths, hasShare }: ParcelToRead,
  read: { small: () => Promise<SmallFiles>; content: () => Promise<ReadableFile> },
): Archived[] {
  const forReader = forThisReader();
  const entry = (name: string, size: number, bytesOf: (files: SmallFiles) => Buffer | string): Archived => ({
    ...{ name, size, madeAt: createdAt },
    async *read() {
      const files = await read.small();
      const bytes = Buffer.from(forReader(() => bytesOf(files)));
      if (bytes.length !== size) throw new Error('A parcel was changed while the archive was read.');
      yield bytes;
    },
  });
  return [
    entry('README.txt', Buffer.byteLength(readmeOf(Buffer.alloc(0))), ({ key }) => readmeOf(key)),
    entry('open.html', Buffer.byteLength(OPEN_PAGE), () => OPEN_PAGE),
    entry('key.age', lengths.key, ({ key }) => key),
    entry('meta.age', lengths.meta, ({ meta }) => meta),
    ...(hasShare ? [entry(say(parcelTexts['part-file']), partOf(null).length, ({ share }) => partOf(share))] : []),
    fileEntry(context, { id: fileId, name: 'content.age', size, madeAt: createdAt, open: read.content }),
  ];
}

/** @returns the file's text; as long for every parcel */
function readmeOf(key: Buffer): string {
  return say(parcelTexts.readme, { number: numberOf(key) });
}

/** @returns our share as lines to type; as long for every share. @param share null for only the length */
function partOf(share: Buffer | null): Buffer {
  const bytes = share ?? Buffer.alloc(PARCEL_SHARE_BYTES);
  return Buffer.from(say(parcelTexts.part, { lines: linesOf(bytes).join('\n'), checksum: checksumOf(bytes) }));
}
