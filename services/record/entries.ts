/** Reads an account's record. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query, type Tables } from '#db/query.ts';
import { anyText, COUNT } from '#db/sql.ts';
import { AppError } from '#domain/errors.ts';
import type { Canonical } from '#domain/record/canonical-json.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';

/** One entry, as the API, the export and the verifier know it. */
export interface RecordEntry {
  /** From 1 on, without a gap. */
  seq: number;
  /** ISO 8601 in UTC, with milliseconds. */
  at: string;
  kind: string;
  data: Canonical;
  /** The hash of the entry before, in lower-case hexadecimal; 64 zeros in the first. */
  prev: string;
  /** SHA-256 over the canonical JSON (RFC 8785) of the other five. */
  hash: string;
}

const COLUMNS = ['seq', 'at', 'kind', 'data', 'prev', 'hash'] as const;
/** Entries of a round trip: about 300 bytes each. */
const BATCH = 1000;

/** Which entries to read: the newest first. */
export interface RecordRequest {
  limit: number;
  /** Only these kinds; null for all. */
  kinds?: readonly string[] | null;
  /** From this instant on. */
  from?: Date | null;
  /** Before this instant. */
  until?: Date | null;
  /** Where the last page ended. */
  cursor?: string | null;
}

/**
 * @returns the newest entries first, and the cursor of the next page; null where the list ends
 * @throws AppError validation-failed for a cursor that is not ours
 */
export async function readRecord(
  em: EntityManager,
  accountId: string,
  { limit, kinds = null, from = null, until = null, cursor = null }: RecordRequest,
): Promise<{ entries: RecordEntry[]; next: string | null }> {
  const before = readCursor(cursor);
  let list = query(em).selectFrom('record_entries').select(COLUMNS).where('account_id', '=', accountId);
  if (before !== null) list = list.where('seq', '<', before);
  if (kinds) list = list.where('kind', '=', anyText(kinds));
  if (from) list = list.where('at', '>=', from);
  if (until) list = list.where('at', '<', until);
  const rows = await list
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  const entries = rows.slice(0, limit).map(toEntry);
  return { entries, next: rows.length > limit ? `${entries.at(-1)?.seq}` : null };
}

/** @returns how many entries of each kind there are */
export async function countKinds(em: EntityManager, accountId: string): Promise<Map<string, number>> {
  const rows = await query(em)
    .selectFrom('record_entries')
    .select(['kind', COUNT.as('count')])
    .where('account_id', '=', accountId)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** @returns the whole record, the oldest entry first, in batches */
export async function* wholeRecord(em: EntityManager, accountId: string): AsyncGenerator<RecordEntry[]> {
  for (let after = 0; ; ) {
    const rows = await query(em)
      .selectFrom('record_entries')
      .select(COLUMNS)
      .where('account_id', '=', accountId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    if (rows.length > 0) yield rows.map(toEntry);
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.seq ?? after;
  }
}

type Row = Pick<Tables['record_entries'], (typeof COLUMNS)[number]>;

function toEntry({ seq, at, kind, data, prev, hash }: Row): RecordEntry {
  return {
    seq,
    at: at.toISOString(),
    kind,
    data: parsed(data),
    prev: prev.toString('hex'),
    hash: hash.toString('hex'),
  };
}

/** Someone who changed it in the database may have left no JSON: then it is a text, and its hash does not fit. */
function parsed(data: string): Canonical {
  try {
    return JSON.parse(data) as Canonical;
  } catch {
    return data;
  }
}

function readCursor(cursor: string | null): number | null {
  if (cursor === null) return null;
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  throw AppError.atField('validation-failed', 'cursor', say(requestRefusals['cursor-not-valid']));
}
