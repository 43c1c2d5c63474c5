/** Parcels for tests. */
import { sourceOf } from '#app/sealed/age-file.ts';
import { numberOf, type Parcel, sealParcel } from '#app/sealed/parcel.ts';
import type { Shares } from '#app/sealed/shares.ts';
import { generateWords } from '#app/sealed/words.ts';

/** A parcel whose files are in memory, and everything that opens it. */
export interface TestParcel {
  content: Uint8Array;
  meta: Uint8Array;
  key: Uint8Array;
  words: string[];
  shares: Shares;
  number: string;
}

const SEALED_AT = new Date('2026-11-24T10:00:00Z');

export async function makeParcel(
  original: Uint8Array | string,
  { name = 'letter.txt', type = 'text/plain', title = 'On your eighteenth birthday' } = {},
): Promise<TestParcel> {
  const bytes = new Blob([original as BlobPart]).stream();
  const words = generateWords();
  const made = await sealParcel({ bytes, name, type, title }, words, SEALED_AT);
  const content = new Uint8Array(await new Response(made.content as BodyInit).arrayBuffer());
  return { content, meta: await made.meta(), key: made.key, words, shares: made.shares, number: numberOf(made.key) };
}

export function parcelOf({ content, meta, key }: Pick<TestParcel, 'content' | 'meta' | 'key'>): Parcel {
  return { content: sourceOf(content), meta, key };
}

/** @returns the same bytes with one changed */
export function changed(bytes: Uint8Array, at: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
