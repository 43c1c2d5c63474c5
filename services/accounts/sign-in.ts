import { User } from '#db/entities/accounts.ts';
import type { SignIn } from '#domain/accounts/accounts.schema.ts';
import {
  PASSWORDS,
  PASSWORDS_FROM,
  WRONG_PASSWORDS,
  WRONG_PASSWORDS_FROM,
  WRONG_PASSWORDS_KNOWN,
} from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { fromAddress } from '#services/limits/limits.ts';
import { findAccount } from './find-account.ts';
import { knownDevice } from './known-device.ts';
import { type Device, openSession, type SecretKind, type SignedIn } from './sessions.ts';
import { type PasswordTry, tryPassword } from './try-password.ts';

/**
 * Signs in with email and password.
 * @param kind what the session is for: pages have a cookie, programs a token
 * @throws AppError unauthenticated, in the same words and after the same time for an unknown email and a wrong password;
 *   too-many-requests after too many tries, before looking at another; unavailable when very many wait
 */
export async function signIn(context: Context, input: SignIn, device: Device, kind: SecretKind): Promise<SignedIn> {
  const known = await context.em.findOne(User, { email: input.email });
  const passwordHash = known?.passwordHash ?? null;
  const attempt = tryOf(context, input.email, known?.id ?? null, device);
  const isRight = await tryPassword(context, attempt, passwordHash, input.password);
  if (!known || !isRight) throw wrong();
  const signedIn = await context.em.transactional(async (em) => {
    // Checking takes a while, in which the password may have been replaced or removed, with every session that it opened.
    const isStillRight = await em.execute<object[]>(
      'select 1 from users where id = ? and password_hash = ? for share',
      [known.id, passwordHash],
    );
    const user = isStillRight.length > 0 ? await findAccount(em, known.id) : null;
    if (!user) throw wrong();
    return { user, secret: await openSession({ em, now: context.now }, user.id, device, kind) };
  });
  await proveAlive(context, signedIn.user.id);
  return signedIn;
}

function wrong(): AppError {
  return new AppError('unauthenticated', 'This email and password do not belong together.');
}

/** An account without a browser of its owner is counted like one that does not exist. */
function tryOf(context: Context, email: string, userId: string | null, { proof }: Device): PasswordTry {
  const deviceId = userId && knownDevice(context.keyring, proof ?? null, userId);
  if (deviceId)
    return {
      account: userId,
      isKnown: true,
      all: [{ limit: PASSWORDS, of: [userId] }],
      wrong: [{ limit: WRONG_PASSWORDS_KNOWN, of: [userId, deviceId] }],
    };
  const here = context.limits?.address ?? null;
  return {
    account: email,
    isKnown: false,
    all: [{ limit: PASSWORDS, of: [email, here] }, ...fromAddress(context, PASSWORDS_FROM)],
    // The network first: it refuses a flood at many accounts before any of these is counted.
    wrong: [...fromAddress(context, WRONG_PASSWORDS_FROM), { limit: WRONG_PASSWORDS, of: [email, here] }],
  };
}
