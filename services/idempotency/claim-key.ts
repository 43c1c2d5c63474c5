import { randomBytes } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { type CallersKey, hashRequest, keepAnswer, stillUnderWay, type Taken, takeKey } from './keys.ts';

const HASH_BYTES = 32;
const SAID_EACH = 20 * SECOND;

/** A key that a long call holds, before it is known what is asked. */
export interface Claim {
  kind: 'claimed';
  /**
   * Keeps the answer, in the transaction that makes true what it tells.
   * @param outcome `asked` is what JSON can hold; only a keyed hash of it is kept
   * @throws AppError conflict when the key was lost meanwhile
   */
  settle(context: Context, outcome: { asked: unknown; status: number; answer: unknown }): Promise<void>;
  /** Gives the key back after a refusal: whoever tries again has it. */
  free(): Promise<void>;
}

/**
 * Takes a key for a call that is too long for one transaction, such as an upload. While it is under way a repetition is
 * refused; one whose process died loses its key after two minutes. Whoever claims one settles or frees it.
 * @returns the claim, or what the first call with this key answered
 * @throws AppError conflict while the first call with this key is under way
 */
export async function claimKey<T>(
  context: Context,
  caller: CallersKey,
): Promise<Claim | Extract<Taken<T>, { kind: 'answered' }>> {
  const { em } = context;
  const { ownerId, key } = caller;
  // Tells this call from one that takes the key over.
  const held = randomBytes(HASH_BYTES);
  const taken = await takeKey<T>(context, caller, held);
  if (taken?.kind === 'under-way') throw stillUnderWay();
  if (taken) return taken;
  const isOurs = 'owner_id = ? and key = ? and request_hash = ? and status is null';
  // The database may be away for a moment: the next word is in time, too.
  const sayIt = () =>
    em.execute(`update idempotency_keys set created_at = now() where ${isOurs}`, [ownerId, key, held]);
  const saying = setInterval(() => void sayIt().catch(() => {}), SAID_EACH).unref();
  return {
    kind: 'claimed',
    async settle(inside, { asked, status, answer }) {
      clearInterval(saying);
      const requestHash = await hashRequest(inside, caller, asked);
      if (!(await keepAnswer(inside, caller, { held, requestHash, status, answer })))
        throw new AppError('conflict', 'This took so long that its Idempotency-Key was given to another call.');
    },
    async free() {
      clearInterval(saying);
      await em.execute(`delete from idempotency_keys where ${isOurs}`, [ownerId, key, held]);
    },
  };
}
