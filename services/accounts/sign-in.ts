import { query } from '#db/query.ts';
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
import { recordSecurityEvent } from '#services/security-events.ts';
import { fromAddress, fromAddressAt } from '#services/limits/limits.ts';
import { accountCredentials, findAccount } from './account.ts';
import { knownDevice } from './known-device.ts';
import { type PasswordTry, tryPassword } from './passwords.ts';
import { type Device, openSession, type SecretKind, type SignedIn } from './sessions.ts';

/**
 * Signs in with email and password.
 * @param kind of the session's secret: a cookie for pages, a token for programs
 * @throws AppError unauthenticated, with the same words and after the same time for an unknown email and a wrong password;
 *   too-many-requests, before the check, beyond a limit; unavailable when the queue of passwords is full
 */
export async function signIn(context: Context, input: SignIn, device: Device, kind: SecretKind): Promise<SignedIn> {
  const known = await query(context.em)
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', input.email)
    .executeTakeFirst();
  const attempt = tryOf(context, input.email, known?.id ?? null, device);
  const isRight = await tryPassword(context, attempt, known?.password_hash ?? null, input.password);
  if (!known || !isRight) {
    recordSecurityEvent(context, 'sign-in-failed', { account: known?.id, factor: 'password' });
    throw wrong();
  }
  const signedIn = await context.em.transactional(async (em) => {
    // The check takes a while. Meanwhile the password may have been replaced or removed, which ends its sessions.
    const locked = await accountCredentials(em, known.id).forShare().executeTakeFirst();
    const user = locked?.password_hash === known.password_hash ? await findAccount(em, known.id) : null;
    if (!user) throw wrong();
    return { user, secret: await openSession({ em, now: context.now }, user.id, device, kind) };
  });
  await proveAlive(context, signedIn.user.id);
  recordSecurityEvent(context, 'signed-in', { account: signedIn.user.id, factor: 'password' });
  return signedIn;
}

function wrong(): AppError {
  return new AppError('unauthenticated', say(accountRefusals['wrong-email-or-password']));
}

/** From an unknown browser, an account counts like an address that has none. */
function tryOf(context: Context, email: string, userId: string | null, { proof }: Device): PasswordTry {
  const deviceId = userId && knownDevice(context.keyring, proof ?? null, userId);
  if (deviceId)
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
