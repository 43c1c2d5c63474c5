import type { EntityManager } from '@mikro-orm/postgresql';
import { NO_HASH } from './check.ts';
import { type RecordEntry, wholeRecord } from './entries.ts';
import { type Proof, proofOf } from './roots.ts';

/** The last line of an export. */
export interface End {
  end: true;
  /** How many entries are above it. */
  count: number;
  /** The hash of the newest; 64 zeros without one. */
  head: string;
  /** Shows that the newest daily root covers this chain; left out until the first root after the account was opened. */
  proof?: Proof;
}

/** A record as it was at one moment: what is appended later is not in it. */
export interface FrozenRecord {
  /** Of all lines, in bytes of UTF-8. */
  size: number;
  /** @returns the text in parts of many lines; whole only while nobody changes the record in the database */
  lines(): AsyncGenerator<string>;
}

/**
 * The same as `exportRecord`, for an archive that has to say how long each file is before it is read. Reads the record
 * twice, and holds a batch of it.
 */
export async function freezeRecord(em: EntityManager, accountId: string): Promise<FrozenRecord> {
  let size = 0;
  let end: End = { end: true, count: 0, head: NO_HASH };
  for await (const part of readLines(em, accountId)) {
    size += Buffer.byteLength(part.text);
    end = part.end;
  }
  const last = lineOf(end);
  return {
    size: size + Buffer.byteLength(last),
    async *lines() {
      let left = end.count;
      for await (const entries of wholeRecord(em, accountId)) {
        yield entries.slice(0, left).map(lineOf).join('');
        left -= Math.min(left, entries.length);
        if (left === 0) break;
      }
      yield last;
    },
  };
}

/**
 * The whole record as JSON lines: each entry, the oldest first, then how many there are. The proof is read first, so what
 * it is about is among the entries.
 * @returns the text in parts of many lines
 */
export async function* exportRecord(em: EntityManager, accountId: string): AsyncGenerator<string> {
  let end: End = { end: true, count: 0, head: NO_HASH };
  for await (const part of readLines(em, accountId)) {
    yield part.text;
    end = part.end;
  }
  yield lineOf(end);
}

/** @returns the lines of each batch, with the end that would follow them */
async function* readLines(em: EntityManager, accountId: string): AsyncGenerator<{ text: string; end: End }> {
  const proof = await proofOf(em, accountId);
  let count = 0;
  for await (const entries of wholeRecord(em, accountId)) {
    count += entries.length;
    const head = entries.at(-1)?.hash ?? NO_HASH;
    yield { text: entries.map(lineOf).join(''), end: { end: true, count, head, ...(proof && { proof }) } };
  }
}

function lineOf(value: RecordEntry | End): string {
  return `${JSON.stringify(value)}\n`;
}
