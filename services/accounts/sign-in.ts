import { query } from '#db/query.ts';
import { anyHashOf } from '#db/sql.ts';
import type { SignIn } from '#domain/accounts/accounts.schema.ts';
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
import { accountCredentials, findAccount } from './account.ts';
import { type Entered, enter, proofHashes } from './known-device.ts';
import { type PasswordTry, tryPassword } from './passwords.ts';
import type { Device, SecretKind } from './sessions.ts';

/**
 * Signs in with email and password.
 * @param kind of the session's secret: a cookie for pages, a token for programs
 * @throws AppError unauthenticated, with the same words and after the same work for an unknown email, a wrong password, an
 *   account without one and an address that nobody has confirmed; too-many-requests, before the check, beyond a limit;
 *   unavailable when the queue of passwords is full
 */
export async function signIn(context: Context, input: SignIn, device: Device, kind: SecretKind): Promise<Entered> {
  const known = await checkSignIn(context, input, device);
  if (!known) throw wrong();
  const entered = await context.em.transactional(async (em) => {
    // The check takes a while. Meanwhile the password may have been replaced or removed, which ends its sessions.
    const locked = await accountCredentials(em, known.id).forNoKeyUpdate().executeTakeFirst();
    const user = locked?.password_hash === known.passwordHash ? await findAccount(em, known.id) : null;
    if (!user) throw wrong();
    return { user, ...(await enter({ em, now: context.now }, user.id, device, kind)) };
  });
  await proveAlive(context, entered.user.id);
  recordSecurityEvent(context, 'signed-in', { account: entered.user.id, factor: 'password' });
  return entered;
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
): Promise<{ id: string; passwordHash: string } | null> {
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
