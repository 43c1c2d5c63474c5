/**
 * Codes from an app, and recovery codes: the second factor of an account. It never stands before a check-in
 * (docs/decisions/0143).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyHashOf } from '#db/sql.ts';
import { type GivenCode, openSteps, shownRecoveryCode } from '#domain/accounts/codes.ts';
import { WRONG_APP_CODES, WRONG_CODES_AGAIN } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { newRecoveryCodes, recoveryCodeHash } from '#services/crypto/code.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { SealBroken, seal, unseal } from '#services/crypto/seal.ts';
import { newTotpSecret, shownTotpSecret, stepOfCode, totpAddress } from '#services/crypto/totp.ts';
import { countTry, fromAddressAt } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { alertOwner } from '#services/mails/enqueue-account-mail.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { forgetPassedCodes, proofHashes } from './known-device.ts';
import { endLostWait } from './lost-wait.ts';
import type { Device } from './sessions.ts';

/** An account's codes, as its owner sees them. Instants are in ISO 8601. */
export interface CodesView {
  since: string;
  /** When a code from the app was last accepted; null for never. */
  last_used_at: string | null;
  recovery: { left: number; made_at: string; last_used_at: string | null };
}

/** @returns null while codes are off */
export async function readCodes({ em }: Pick<Context, 'em'>, userId: string): Promise<CodesView | null> {
  const row = await query(em)
    .selectFrom('totp_factors as f')
    .leftJoin('recovery_codes as r', 'r.user_id', 'f.user_id')
    .select(['f.created_at', 'f.last_used_at', 'f.recovery_made_at'])
    .select(({ cast, fn }) => [
      cast<number>(fn.count('r.code_hash').filterWhere('r.used_at', 'is', null), 'integer').as('left'),
      fn.max('r.used_at').as('used_at'),
    ])
    .where('f.user_id', '=', userId)
    .groupBy('f.user_id')
    .executeTakeFirst();
  if (!row) return null;
  return {
    since: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    recovery: {
      left: row.left,
      made_at: row.recovery_made_at.toISOString(),
      last_used_at: row.used_at?.toISOString() ?? null,
    },
  };
}

/** A secret for an app, before a code has shown that the app has it. Nothing is stored. */
export interface CodesOffer {
  /** The secret, sealed for this account: the form sends it back. */
  offer: string;
  /** In groups, to be typed. */
  secret: string;
  /** For a square code. */
  address: string;
}

/** @returns a new secret for the app of an owner */
export async function offerCodes(context: Context, { id, email }: { id: string; email: string }): Promise<CodesOffer> {
  const secret = newTotpSecret();
  const offer = seal(await personKey(context, id), { kind: 'totp-offer', id }, secret).toString('base64url');
  return { offer, ...shownOffer(secret, email) };
}

/**
 * @param offer of `offerCodes`
 * @returns it again, for a form that is shown again
 * @throws AppError conflict when it is not this account's
 */
export async function offerAgain(
  context: Context,
  { id, email }: { id: string; email: string },
  offer: string,
): Promise<CodesOffer> {
  return { offer, ...shownOffer(await openOffer(context, id, offer), email) };
}

function shownOffer(secret: Buffer, email: string): Omit<CodesOffer, 'offer'> {
  return { secret: shownTotpSecret(secret), address: totpAddress(secret, email) };
}

async function openOffer(context: Context, id: string, offer: string): Promise<Buffer> {
  try {
    return unseal(await personKey(context, id), { kind: 'totp-offer', id }, Buffer.from(offer, 'base64url'));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new AppError('conflict', say(accountRefusals['codes-offer-changed']));
  }
}

/**
 * Turns codes on and mails the owner, once the first code shows that the app has the secret. The browser that did it is asked for no code.
 * @returns ten recovery codes: nobody can see them again
 * @throws AppError validation-failed at the code when it is wrong; conflict when codes are on already, or the offer is not
 *   this account's
 */
export async function turnOnCodes(
  context: Context,
  userId: string,
  { offer, code }: { offer: string; code: GivenCode },
  device: Device,
): Promise<string[]> {
  const { now } = context;
  const secret = await openOffer(context, userId, offer);
  const step = stepOfCode(secret, openSteps(now, null), code.code);
  if (step === null) throw AppError.atField('validation-failed', 'code', say(accountRefusals['wrong-code']));
  const codes = await context.em.transactional(async (em) => {
    const inside = { ...context, em };
    if (!(await lockAccount(em, userId))) throw notFound('account');
    if (await hasCodes(em, userId)) throw new AppError('conflict', say(accountRefusals['codes-on-already']));
    const sealed = seal(await personKey(inside, userId), { kind: 'totp', id: userId }, secret);
    await query(em)
      .insertInto('totp_factors')
      .values({
        ...{ user_id: userId, sealed, last_step: step, created_at: now },
        ...{ last_used_at: null, recovery_made_at: now },
      })
      .execute();
    await query(em)
      .updateTable('known_devices')
      .set({ code_passed_at: now })
      .where('user_id', '=', userId)
      .where('proof_hash', '=', anyHashOf(proofHashes(device.proof)))
      .execute();
    record(em, userId, 'account-codes-on');
    await alertOwner(em, { userId, kind: 'factors-changed' });
    return replaceRecoveryCodes(inside, userId);
  });
  recordSecurityEvent(context, 'codes-turned-on', { account: userId });
  return codes;
}

/**
 * Turns codes off and mails the owner: the password alone signs in again. The recovery codes end, and every browser is asked again when codes
 * are turned on anew.
 * @throws AppError conflict when they are off
 */
export async function turnOffCodes(context: Context, userId: string): Promise<void> {
  await context.em.transactional(async (em) => {
    if (!(await lockAccount(em, userId))) throw notFound('account');
    if (!(await removeCodes({ ...context, em }, userId))) throw codesOff();
  });
  recordSecurityEvent(context, 'codes-turned-off', { account: userId });
}

/** Removes them in a transaction that has locked the account. @returns whether there were any */
export async function removeCodes(context: Pick<Context, 'em' | 'now'>, userId: string): Promise<boolean> {
  const { em } = context;
  const removed = await query(em)
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  if (!removed) return false;
  await query(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await forgetPassedCodes(em, userId);
  await endLostWait(context, userId);
  record(em, userId, 'account-codes-off');
  await alertOwner(em, { userId, kind: 'factors-changed' });
  return true;
}

/**
 * Makes ten new recovery codes and mails the owner; the old ones no longer work.
 * @returns the codes: nobody can see them again
 * @throws AppError conflict while codes are off
 */
export async function renewRecoveryCodes(context: Context, userId: string): Promise<string[]> {
  const codes = await context.em.transactional(async (em) => {
    if (!(await lockAccount(em, userId))) throw notFound('account');
    const renewed = await query(em)
      .updateTable('totp_factors')
      .set({ recovery_made_at: context.now })
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst();
    if (!renewed) throw codesOff();
    record(em, userId, 'account-recovery-codes-made');
    await alertOwner(em, { userId, kind: 'factors-changed' });
    return replaceRecoveryCodes({ ...context, em }, userId);
  });
  recordSecurityEvent(context, 'recovery-codes-made', { account: userId });
  return codes;
}

async function replaceRecoveryCodes(context: Context, userId: string): Promise<string[]> {
  const { em } = context;
  const key = await personKey(context, userId);
  const codes = newRecoveryCodes();
  await query(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({
    ...{ user_id: userId, code_hash: recoveryCodeHash(key, userId, code), used_at: null },
  }));
  await query(em).insertInto('recovery_codes').values(rows).execute();
  return codes.map(shownRecoveryCode);
}

/**
 * Accepts a code and uses it up, in a transaction that has locked the account. It ends the wait of a lost phone.
 * @returns whether it was right: a code of the app for a moment near this one, or a recovery code, that was not used before
 */
export async function spendCode(context: Context, userId: string, { kind, code }: GivenCode): Promise<boolean> {
  const spend = kind === 'app' ? spendAppCode : spendRecoveryCode;
  const isRight = await spend(context, userId, code);
  // An owner who has a code has lost nothing.
  if (isRight) await endLostWait(context, userId);
  return isRight;
}

async function spendAppCode(context: Context, userId: string, code: string): Promise<boolean> {
  const { em, now } = context;
  const factor = await query(em)
    .selectFrom('totp_factors')
    .select(['sealed', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!factor) return false;
  const secret = unseal(await personKey(context, userId), { kind: 'totp', id: userId }, factor.sealed);
  const step = stepOfCode(secret, openSteps(now, factor.last_step), code);
  if (step === null) return false;
  await query(em)
    .updateTable('totp_factors')
    .set({ last_step: step, last_used_at: now })
    .where('user_id', '=', userId)
    .execute();
  return true;
}

async function spendRecoveryCode(context: Context, userId: string, code: string): Promise<boolean> {
  const { em, now } = context;
  const used = await query(em)
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryCodeHash(await personKey(context, userId), userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (used) record(em, userId, 'account-recovery-code-used');
  return used !== undefined;
}

/**
 * Checks a code of a person who is signed in, and uses it up.
 * @throws AppError too-many-requests beyond a limit
 */
export async function isOwnCode(context: Context, userId: string, code: GivenCode): Promise<boolean> {
  const giveBack = await countTry(context, [
    ...fromAddressAt(context, WRONG_CODES_AGAIN, userId),
    ...(code.kind === 'app' ? [{ limit: WRONG_APP_CODES, of: [userId, 'again'] }] : []),
  ]);
  const isRight = await context.em.transactional(async (em) => {
    await lockAccount(em, userId);
    return spendCode({ ...context, em }, userId, code);
  });
  if (isRight) await giveBack();
  const factor = code.kind === 'app' ? 'code' : 'recovery-code';
  recordSecurityEvent(context, isRight ? 'owner-proved' : 'owner-not-proved', { account: userId, factor });
  return isRight;
}

/** @returns whether an account asks for a code after the password */
export async function hasCodes(em: EntityManager, userId: string): Promise<boolean> {
  const row = await query(em)
    .selectFrom('totp_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

function codesOff(): AppError {
  return new AppError('conflict', say(accountRefusals['codes-off']));
}
