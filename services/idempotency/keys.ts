/** Idempotency keys: a call or form that is repeated with the same key does its work once, and gets the same answer. */
import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExpressionBuilder } from 'kysely';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago, NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { keyedHash } from '#services/crypto/keyed-hash.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { seal, unseal } from '#services/crypto/seal.ts';

/** How long an answer can be repeated. */
const ANSWER_LIFE = DAY;
/** A long call renews its claim this often. */
const RENEWED_EACH = 20 * SECOND;
/** The process of a call that has not renewed its claim for this long is dead. */
const CLAIM_LIFE = 2 * MINUTE;
const HASH_BYTES = 32;

/** A key, unique for its owner. */
export interface CallersKey {
  ownerId: string;
  key: string;
}

/** The answer to a call. */
export interface Once<T> {
  answer: T;
  /** Whether it is the answer to an earlier call. */
  isReplay: boolean;
}

/** What an earlier call did with a key. */
type EarlierCall<T> = { kind: 'under-way' } | { kind: 'answered'; requestHash: Buffer; answer: T };

/**
 * Does work once for each key, for a day: the key, the work and the answer are in one transaction. Concurrent calls with
 * the same key wait for the first and get its answer. A refusal is not saved, so a call that waited does the work.
 * @param request as JSON can hold it; only a keyed hash of it is stored
 * @param status the HTTP status of the answer
 * @param work uses the given context, and returns what JSON can hold
 * @throws AppError conflict when the key was used for another request, or by an upload in progress; what `work` throws
 */
export function answerOnce<T>(
  context: Context,
  caller: CallersKey,
  { request, status }: { request: unknown; status: number },
  work: (context: Context) => Promise<T>,
): Promise<Once<T>> {
  return context.em.transactional(async (em) => {
    const inside = { ...context, em };
    const requestHash = await hashRequest(inside, caller, request);
    const earlier = await takeKey<T>(inside, caller, requestHash);
    if (earlier?.kind === 'under-way') throw stillUnderWay();
    if (earlier) {
      requireSame(earlier, requestHash);
      return { answer: earlier.answer, isReplay: true };
    }
    const answer = await work(inside);
    await saveAnswer(inside, caller, { claim: requestHash, requestHash, status, answer });
    return { answer, isReplay: false };
  });
}

/** A key that a long call holds, before its request is known. */
export interface KeyClaim {
  kind: 'claimed';
  /**
   * Saves the answer. Call it in the transaction that does the work.
   * @param outcome `request` is what JSON can hold; only a keyed hash of it is stored
   * @throws AppError conflict when another call has taken the key meanwhile
   */
  settle(context: Context, outcome: { request: unknown; status: number; answer: unknown }): Promise<void>;
  /** Releases the key after a refusal, so that the call can be repeated. */
  free(): Promise<void>;
}

/**
 * Takes a key for a call that is too long for one transaction, such as an upload. Meanwhile a repetition is refused. If the
 * process dies, the key is free after two minutes. The caller must settle or free the claim.
 * @returns the claim, or the answer of an earlier call with this key
 * @throws AppError conflict while an earlier call with this key is in progress
 */
export async function claimKey<T>(
  context: Context,
  caller: CallersKey,
): Promise<KeyClaim | Extract<EarlierCall<T>, { kind: 'answered' }>> {
  const { em } = context;
  // Random: it distinguishes this call from one that takes the key over.
  const claim = randomBytes(HASH_BYTES);
  const row = await storedKey(context, caller);
  const earlier = await takeKey<T>(context, caller, claim);
  if (earlier?.kind === 'under-way') throw stillUnderWay();
  if (earlier) return earlier;
  const renew = () =>
    query(em).updateTable('idempotency_keys').set({ created_at: NOW }).where(isHeld(row, claim)).execute();
  // A failure is harmless: the database may be away for a moment, and the next renewal is in time.
  const renewal = setInterval(() => void renew().catch(() => {}), RENEWED_EACH).unref();
  return {
    kind: 'claimed',
    async settle(inside, { request, status, answer }) {
      clearInterval(renewal);
      const requestHash = await hashRequest(inside, caller, request);
      if (!(await saveAnswer(inside, caller, { claim, requestHash, status, answer })))
        throw new AppError('conflict', say(requestRefusals['key-taken-over']));
    },
    async free() {
      clearInterval(renewal);
      await query(em).deleteFrom('idempotency_keys').where(isHeld(row, claim)).execute();
    },
  };
}

/**
 * Hashes a request with the caller's own key: it may contain a letter, and a plain hash would let anyone who can read the
 * table try candidates.
 * @param request what JSON can hold
 * @returns 32 bytes that differ for each request with the same key
 * @throws AppError not-found when there is no such account
 */
export async function hashRequest(context: Context, { ownerId, key }: CallersKey, request: unknown): Promise<Buffer> {
  return keyedHash(await personKey(context, ownerId), { kind: 'request', id: key }, JSON.stringify(request));
}

/**
 * Takes a key; waits for a concurrent transaction that takes it.
 * @param requestHash 32 bytes: of the request, or random until the request is known
 * @returns null when the key is now ours, otherwise what another call did with it
 */
export async function takeKey<T>(
  context: Context,
  caller: CallersKey,
  requestHash: Buffer,
): Promise<EarlierCall<T> | null> {
  const { em } = context;
  const { ownerId, key } = await storedKey(context, caller);
  await query(em)
    .deleteFrom('idempotency_keys')
    .where('owner_id', '=', ownerId)
    .where('key', 'in', [key, caller.key])
    .where('created_at', '<', (eb) =>
      eb.case().when('status', 'is', null).then(ago(CLAIM_LIFE)).else(ago(ANSWER_LIFE)).end(),
    )
    .execute();
  // The version before has written the key as its caller gave it.
  let row = await findRow(em, caller);
  if (!row) {
    const inserted = await query(em)
      .insertInto('idempotency_keys')
      .values({ owner_id: ownerId, key, request_hash: requestHash, created_at: NOW })
      .onConflict((conflict) => conflict.columns(['owner_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (inserted) return null;
    row = await findRow(em, { ownerId, key });
  }
  // Without a row, the key was freed just now; a repetition can take it.
  if (!row?.answer) return { kind: 'under-way' };
  return { kind: 'answered', requestHash: row.request_hash, answer: await openAnswer<T>(context, caller, row.answer) };
}

/**
 * Only looks: takes no key, and waits for nobody.
 * @returns the answer of an earlier call with this key; null where there is none yet
 */
export async function earlierAnswer<T>(context: Context, caller: CallersKey): Promise<T | null> {
  const row = await findRow(context.em, await storedKey(context, caller));
  return row?.answer ? openAnswer<T>(context, caller, row.answer) : null;
}

async function openAnswer<T>(context: Context, { ownerId, key }: CallersKey, sealed: Buffer): Promise<T> {
  const opened = unseal(await personKey(context, ownerId), { kind: 'answer', id: key }, sealed);
  return JSON.parse(opened.toString('utf8')) as T;
}

function findRow(em: EntityManager, { ownerId, key }: CallersKey) {
  return query(em)
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** A program may use a plain hash of what it sends as its key, so only a keyed hash of the key is stored. */
async function storedKey(context: Context, { ownerId, key }: CallersKey): Promise<CallersKey> {
  const hash = keyedHash(await personKey(context, ownerId), { kind: 'request-key', id: key }, '');
  return { ownerId, key: hash.toString('base64url') };
}

/**
 * Saves an answer, sealed with the caller's own key: answers contain titles.
 * @param claim the hash with which the key was taken
 * @param requestHash of the request
 * @returns whether this call still held the key
 */
export async function saveAnswer(
  context: Context,
  caller: CallersKey,
  { claim, requestHash, status, answer }: { claim: Buffer; requestHash: Buffer; status: number; answer: unknown },
): Promise<boolean> {
  const sealed = seal(
    await personKey(context, caller.ownerId),
    { kind: 'answer', id: caller.key },
    Buffer.from(JSON.stringify(answer)),
  );
  const saved = await query(context.em)
    .updateTable('idempotency_keys')
    .set({ request_hash: requestHash, status, answer: sealed })
    .where(isHeld(await storedKey(context, caller), claim))
    .returning('key')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Whether the row is a stored key that this claim holds and that has no answer yet. */
function isHeld({ ownerId, key }: CallersKey, claim: Buffer) {
  return (eb: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    eb.and({ owner_id: ownerId, key, request_hash: claim }).and('status', 'is', null);
}

/** @throws AppError conflict unless both are hashes of the same request */
export function requireSame(earlier: { requestHash: Buffer }, requestHash: Buffer): void {
  if (!earlier.requestHash.equals(requestHash)) throw new AppError('conflict', say(requestRefusals['key-used']));
}

function stillUnderWay(): AppError {
  return new AppError('conflict', say(requestRefusals['key-under-way']));
}

/** Deletes answers that can no longer be repeated. @returns whether there may be more */
export function deleteOldAnswers(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'idempotency_keys', (eb) => eb('created_at', '<', ago(ANSWER_LIFE)));
}
