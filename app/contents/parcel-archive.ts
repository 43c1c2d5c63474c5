/** "Download the parcel": what opens a sealed item without us, in one archive. */
import OPEN_PAGE from 'virtual:open-page';
import { type Archived, bytesEntry, fileEntry, textEntry } from '#app/http/file-response.ts';
import type { Provider } from '#app/middleware/context.ts';
import { numberOf } from '#app/sealed/parcel.ts';
import { checksumOf, linesOf } from '#app/sealed/shares.ts';
import { parcelTexts } from '#messages/en/parcel-texts.ts';
import { say } from '#messages/say.ts';
import type { ReadableFile } from '#services/contents/open-file.ts';
import type { SealedParts } from '#services/contents/parcels.ts';

/**
 * @param share what those who were sent the item get of us; null for its owner
 * @param open content.age, when its turn has come
 * @returns the three age files, the page that opens them, and what to do with them
 */
export function parcelArchive(
  context: Provider,
  { fileId, size, createdAt, meta, key }: SealedParts,
  share: Buffer | null,
  open: () => Promise<ReadableFile>,
): Archived[] {
  const number = numberOf(key);
  const partOf = (bytes: Buffer) => ({ lines: linesOf(bytes).join('\n'), checksum: checksumOf(bytes) });
  return [
    textEntry('README.txt', say(parcelTexts.readme, { number }), createdAt),
    textEntry('open.html', OPEN_PAGE, createdAt),
    bytesEntry('key.age', key, createdAt),
    bytesEntry('meta.age', meta, createdAt),
    ...(share ? [textEntry(say(parcelTexts['part-file']), say(parcelTexts.part, partOf(share)), createdAt)] : []),
    fileEntry(context, { id: fileId, name: 'content.age', size, madeAt: createdAt, open }),
  ];
}
