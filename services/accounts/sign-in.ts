import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyHashOf } from '#db/sql.ts';
import type { SignIn } from '#domain/accounts/accounts.schema.ts';
import type { GivenCode } from '#domain/accounts/codes.ts';
import {
  PASSWORDS,
  PASSWORDS_FROM,
  WRONG_PASSWORDS,
  WRONG_PASSWORDS_FROM,
  WRONG_PASSWORDS_KNOWN,
} from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { fromAddress, fromAddressAt } from '#services/limits/limits.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { type AccountView, accountCredentials, findAccount } from './account.ts';
import { type Entered, enter, proofHashes } from './known-device.ts';
import { type PasswordTry, tryPassword } from './passwords.ts';
import { asksForCode, beginSecondStep, CodeRequired, enterByCode } from './second-step.ts';
import type { Device, SecretKind } from './sessions.ts';

/**
 * Signs in with email and password, and the code of an account that asks for one. The password alone is a check-in.
 * @param kind of the session's secret: a cookie for pages, a token for programs
 * @throws AppError unauthenticated, with the same words and after the same work for an unknown email, a wrong password, an
 *   account without one and an address that nobody has confirmed; at the code when that is wrong; too-many-requests, before
 *   the check, beyond a limit; unavailable when the queue of passwords is full; CodeRequired without a code that is needed
 */
export async function signIn(
  context: Context,
  input: SignIn & { code?: GivenCode | undefined },
  device: Device,
  kind: SecretKind,
): Promise<Entered> {
  const known = await checkSignIn(context, input, device);
  if (!known) throw wrong();
  const { code } = input;
  const entered = await context.em.transactional(async (em) => {
    const user = await lockChecked(em, known);
    if (!(await asksForCode(em, user.id, device)))
      return { user, ...(await enter({ em, now: context.now }, user.id, device, kind)) };
    return new CodeRequired(kind === 'cookie' && !code ? await beginSecondStep({ ...context, em }, user.id) : null);
  });
  await proveAlive(context, known.id);
  if (!(entered instanceof CodeRequired)) {
    recordSecurityEvent(context, 'signed-in', { account: known.id, factor: 'password' });
    return entered;
  }
  recordSecurityEvent(context, 'owner-proved', { account: known.id, factor: 'password' });
  if (!code) throw entered;
  return enterByCode(context, { userId: known.id, code, device, kind }, async (inside) => {
    await lockChecked(inside.em, known);
  });
}

/** The check takes a while. Meanwhile the password may have been replaced or removed, which ends its sessions. */
async function lockChecked(em: EntityManager, { id, passwordHash }: CheckedAccount): Promise<AccountView> {
  const locked = await accountCredentials(em, id).forNoKeyUpdate().executeTakeFirst();
  const user = locked?.password_hash === passwordHash ? await findAccount(em, id) : null;
  if (!user) throw wrong();
  return user;
}

/** An account, and the hash that its password was checked against. */
export interface CheckedAccount {
  id: string;
  passwordHash: string;
}

/**
 * Checks an email and a password. It asks the database once, also for an email without an account.
 * @returns the account with the hash that was checked; null when they do not match
 * @throws AppError too-many-requests, unavailable as `signIn` does
 */
export async function checkSignIn(
  context: Context,
  { email, password }: SignIn,
  device: Device,
): Promise<CheckedAccount | null> {
  const known = await query(context.em)
    .selectFrom('users as u')
    .leftJoin('known_devices as d', (join) =>
      join.onRef('d.user_id', '=', 'u.id').on('d.proof_hash', '=', anyHashOf(proofHashes(device.proof))),
    )
    .select(['u.id', 'u.password_hash', 'd.id as device_id'])
    .where('u.email', '=', email)
    .executeTakeFirst();
  const attempt = tryOf(context, email, known?.id ?? null, known?.device_id ?? null);
  const hash = known?.password_hash ?? null;
  const isRight = await tryPassword(context, attempt, hash, password);
  if (known && hash !== null && isRight) return { id: known.id, passwordHash: hash };
  recordSecurityEvent(context, 'sign-in-failed', { account: known?.id, factor: 'password' });
  return null;
}

function wrong(): AppError {
  return new AppError('unauthenticated', say(accountRefusals['wrong-email-or-password']));
}

/** From an unknown browser, an account counts like an address that has none. */
function tryOf(context: Context, email: string, userId: string | null, deviceId: string | null): PasswordTry {
  if (userId && deviceId)
    return {
      account: userId,
      isKnown: true,
      all: [{ limit: PASSWORDS, of: [userId] }],
      wrong: [{ limit: WRONG_PASSWORDS_KNOWN, of: [userId, deviceId] }],
    };
  return {
    account: email,
    isKnown: false,
    all: [...fromAddressAt(context, PASSWORDS, email), ...fromAddress(context, PASSWORDS_FROM)],
    // The network first: it refuses a flood at many accounts before any of them counts it.
    wrong: [...fromAddress(context, WRONG_PASSWORDS_FROM), ...fromAddressAt(context, WRONG_PASSWORDS, email)],
  };
}
