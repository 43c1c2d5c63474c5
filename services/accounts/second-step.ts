/**
 * The second step of signing in, for accounts with codes: the password or Google was right, and a code is needed as well.
 * Between the two steps there is no session. What there is can check in (docs/decisions/0143).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyHashOf } from '#db/sql.ts';
import type { GivenCode } from '#domain/accounts/codes.ts';
import { WRONG_APP_CODES, WRONG_CODES, WRONG_CODES_KNOWN } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { checkIn, proveAlive } from '#services/emergency/check-in.ts';
import type { EmergencyStatus } from '#services/emergency/protocol-view.ts';
import { type Counter, countTry, fromAddressAt } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { findAccount } from './account.ts';
import { spendCode } from './codes.ts';
import { type Entered, enter, proofHashes } from './known-device.ts';
import { createSecret, findSecret, takeSecret } from './secrets.ts';
import type { Device, SecretKind } from './sessions.ts';

/** For finding the phone. */
export const SECOND_STEP_LIFE = 15 * MINUTE;

/** A sign-in that waits for a code: what came before it was right. */
export class CodeRequired extends AppError {
  /** For the browser, which sends it back with the code; null for a program. */
  readonly secret: string | null;

  constructor(secret: string | null) {
    super('code-required', say(accountRefusals['code-required']));
    this.secret = secret;
  }
}

/** @returns whether an account asks this browser or program for a code: not a browser that has given one before */
export async function asksForCode(em: EntityManager, userId: string, { proof }: Device): Promise<boolean> {
  const row = await query(em)
    .selectFrom('totp_factors as f')
    .leftJoin('known_devices as d', (join) =>
      join
        .onRef('d.user_id', '=', 'f.user_id')
        .on('d.proof_hash', '=', anyHashOf(proofHashes(proof)))
        .on('d.code_passed_at', 'is not', null),
    )
    .select('d.id')
    .where('f.user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && row.id === null;
}

/**
 * Begins the second step, in a transaction that has locked the account. A new password ends it.
 * @returns what the browser sends back with the code
 */
export async function beginSecondStep(context: Context, userId: string): Promise<string> {
  const step = { userId, purpose: 'second-step', email: null, life: SECOND_STEP_LIFE } as const;
  return (await createSecret(context, step)).secret;
}

/** @throws AppError not-found or gone when the second step has ended */
export async function checkSecondStep(context: Context, secret: string): Promise<void> {
  await findSecret(context, ['second-step'], secret);
}

/**
 * Signs in with the code that a second step waits for. The browser is asked for none after that.
 * @throws AppError not-found or gone when the step has ended; unauthenticated at a code that is wrong; too-many-requests
 */
export async function takeSecondStep(
  context: Context,
  secret: string,
  code: GivenCode,
  device: Device,
): Promise<Entered> {
  const { userId } = await findSecret(context, ['second-step'], secret);
  return enterByCode(context, { userId, code, device, kind: 'cookie' }, async (inside) => {
    await lockAccount(inside.em, userId);
    await takeSecret(inside, 'second-step', secret);
  });
}

/**
 * "I am still here", by the first step alone: no code is needed, and nobody is signed in.
 * @throws AppError not-found or gone when the step has ended; conflict after the release
 */
export async function checkInBySecondStep(context: Context, secret: string): Promise<EmergencyStatus> {
  const { userId } = await findSecret(context, ['second-step'], secret);
  return checkIn(context, userId);
}

/** A sign-in whose first step was right. */
interface CodeTry {
  userId: string;
  code: GivenCode;
  device: Device;
  kind: SecretKind;
}

/**
 * Signs in with a code.
 * @param lock locks the account, and throws where the first step no longer holds
 * @throws AppError unauthenticated at a code that is wrong, too-many-requests beyond a limit, what `lock` throws
 */
export async function enterByCode(
  context: Context,
  { userId, code, device, kind }: CodeTry,
  lock: (inside: Context) => Promise<void>,
): Promise<Entered> {
  const giveBack = await countTry(context, await countersOf(context, userId, code, device));
  const factor = code.kind === 'app' ? 'code' : 'recovery-code';
  const entered = await context.em.transactional(async (em) => {
    const inside = { ...context, em };
    await lock(inside);
    const user = (await spendCode(inside, userId, code)) ? await findAccount(em, userId) : null;
    if (!user) {
      recordSecurityEvent(context, 'sign-in-failed', { account: userId, factor });
      throw AppError.atField('unauthenticated', 'code', say(accountRefusals['wrong-code']));
    }
    return { user, ...(await enter(inside, userId, device, kind, { hasPassedCode: true })) };
  });
  await giveBack();
  await proveAlive(context, userId);
  recordSecurityEvent(context, 'signed-in', { account: userId, factor });
  return entered;
}

/** A browser that the account knows has tries of its own, which no stranger can use up. */
async function countersOf(
  context: Context,
  userId: string,
  { kind }: GivenCode,
  { proof }: Device,
): Promise<Counter[]> {
  const known = await query(context.em)
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('proof_hash', '=', anyHashOf(proofHashes(proof)))
    .executeTakeFirst();
  if (known) return [{ limit: WRONG_CODES_KNOWN, of: [userId, known.id] }];
  const all = kind === 'app' ? [{ limit: WRONG_APP_CODES, of: [userId] }] : [];
  return [...fromAddressAt(context, WRONG_CODES, userId), ...all];
}
