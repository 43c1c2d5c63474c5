/** What one key of a caller holds: that its call is under way, or what it answered. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#domain/errors.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { personKey } from '#services/accounts/person-key.ts';
import type { Context } from '#services/context.ts';
import { keyedHash } from '#services/crypto/keyed-hash.ts';
import { seal, unseal } from '#services/crypto/seal.ts';

/** An answer is repeated for so long. */
const KEPT_FOR = DAY;
/** A call that has not said for so long that it is under way died with its process. */
const DIED_AFTER = 2 * MINUTE;

/** One key of one caller: what they call it is theirs alone. */
export interface CallersKey {
  ownerId: string;
  key: string;
}

interface Row {
  request_hash: Buffer;
  answer: Buffer | null;
}

/** A key that is taken: by a call under way, or by one that was answered. */
export type Taken<T> = { kind: 'under-way' } | { kind: 'answered'; requestHash: Buffer; answer: T };

/**
 * Hashes what is asked with a key of the caller's: it may be a letter, and nobody can find out from the table which.
 * @param asked what JSON can hold
 * @returns 32 bytes that tell it from anything else that is asked with the same key
 * @throws AppError not-found when there is no such account
 */
export async function hashRequest(context: Context, { ownerId, key }: CallersKey, asked: unknown): Promise<Buffer> {
  return keyedHash(await personKey(context, ownerId), { kind: 'request', id: key }, JSON.stringify(asked));
}

/**
 * Takes a key; waits for a transaction that is just taking it.
 * @param requestHash 32 bytes: of what is asked, or random until that is known
 * @returns null when it is ours now, otherwise what it holds
 */
export async function takeKey<T>(
  context: Context,
  { ownerId, key }: CallersKey,
  requestHash: Buffer,
): Promise<Taken<T> | null> {
  const { em } = context;
  await em.execute(
    `delete from idempotency_keys where owner_id = ? and key = ?
       and created_at < now() - case when status is null then ?::interval else ?::interval end`,
    [ownerId, key, seconds(DIED_AFTER), seconds(KEPT_FOR)],
  );
  const [taken] = await em.execute<{ key: string }[]>(
    `insert into idempotency_keys (owner_id, key, request_hash, created_at) values (?, ?, ?, now())
     on conflict (owner_id, key) do nothing returning key`,
    [ownerId, key, requestHash],
  );
  if (taken) return null;
  const [row] = await em.execute<Row[]>(
    'select request_hash, answer from idempotency_keys where owner_id = ? and key = ?',
    [ownerId, key],
  );
  // Freed in between: whoever tries again has it.
  if (!row?.answer) return { kind: 'under-way' };
  const opened = unseal(await personKey(context, ownerId), { kind: 'answer', id: key }, row.answer);
  return { kind: 'answered', requestHash: row.request_hash, answer: JSON.parse(opened.toString('utf8')) as T };
}

/**
 * Keeps the answer, sealed with the caller's key: answers carry titles.
 * @param held the hash with which the key was taken
 * @param requestHash what was asked, as far as it is known now
 * @returns whether the key was still held by this call
 */
export async function keepAnswer(
  context: Context,
  { ownerId, key }: CallersKey,
  { held, requestHash, status, answer }: { held: Buffer; requestHash: Buffer; status: number; answer: unknown },
): Promise<boolean> {
  const sealed = seal(
    await personKey(context, ownerId),
    { kind: 'answer', id: key },
    Buffer.from(JSON.stringify(answer)),
  );
  const rows = await context.em.execute<{ key: string }[]>(
    `update idempotency_keys set request_hash = ?, status = ?, answer = ?
     where owner_id = ? and key = ? and request_hash = ? and status is null returning key`,
    [requestHash, status, sealed, ownerId, key, held],
  );
  return rows.length === 1;
}

/** @throws AppError conflict unless it was the same call */
export function requireSame(taken: { requestHash: Buffer }, requestHash: Buffer): void {
  if (!taken.requestHash.equals(requestHash))
    throw new AppError('conflict', 'This Idempotency-Key was used for another call. Please take a new one.');
}

/** @returns the refusal of a call that comes while the first one with its key has no answer yet */
export function stillUnderWay(): AppError {
  return new AppError(
    'conflict',
    'The first call with this Idempotency-Key is still under way. Please try again soon.',
  );
}

/** Forgets answers that nobody asks for any more. */
export async function sweepKeys(em: EntityManager): Promise<void> {
  await em.execute('delete from idempotency_keys where created_at < now() - ?::interval', [seconds(KEPT_FOR)]);
}

/** @returns a duration as Postgres reads it */
function seconds(duration: number): string {
  return `${duration / SECOND} seconds`;
}
