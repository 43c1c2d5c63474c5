import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { canonicalJson } from '#domain/record/canonical-json.ts';
import { type RecordEntry, wholeRecord } from './entries.ts';

/** What the first entry has for the hash of the one before. */
export const NO_HASH = '0'.repeat(64);

/** What checking a chain has found. */
export interface Check {
  /** How many entries there are. */
  count: number;
  /** When the first was written, in ISO 8601; null without one. */
  began: string | null;
  /** The number that the first bad entry should have; null where the chain is whole. */
  broken: number | null;
}

/** @returns the hash that an entry should have */
function hashOf({ seq, at, kind, data, prev }: Omit<RecordEntry, 'hash'>): string {
  return createHash('sha256').update(canonicalJson({ seq, at, kind, data, prev })).digest('hex');
}

/** Numbers that no entry of ours has cannot be hashed. */
function hasItsHash(entry: RecordEntry): boolean {
  try {
    return entry.hash === hashOf(entry);
  } catch {
    return false;
  }
}

/** Checks the whole chain of an account: the numbers, that each entry carries the hash of the one before, and each hash. */
export async function checkRecord(em: EntityManager, accountId: string): Promise<Check> {
  let [count, prev]: [number, string] = [0, NO_HASH];
  let [began, broken]: [string | null, number | null] = [null, null];
  for await (const entries of wholeRecord(em, accountId))
    for (const entry of entries) {
      count += 1;
      began ??= entry.at;
      if (entry.seq !== count || entry.prev !== prev || !hasItsHash(entry)) broken ??= count;
      prev = entry.hash;
    }
  return { count, began, broken };
}
