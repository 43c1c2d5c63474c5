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

/**
 * The whole record as JSON lines: each entry, the oldest first, then how many there are. The proof is read first, so what
 * it is about is among the entries.
 * @returns the text in parts of many lines
 */
export async function* exportRecord(em: EntityManager, accountId: string): AsyncGenerator<string> {
  const proof = await proofOf(em, accountId);
  let [count, head]: [number, string] = [0, NO_HASH];
  for await (const entries of wholeRecord(em, accountId)) {
    yield entries.map(lineOf).join('');
    count += entries.length;
    head = entries.at(-1)?.hash ?? head;
  }
  yield lineOf({ end: true, count, head, ...(proof && { proof }) });
}

function lineOf(value: RecordEntry | End): string {
  return `${JSON.stringify(value)}\n`;
}
