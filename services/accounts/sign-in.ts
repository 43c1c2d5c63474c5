import { User } from '#db/entities/accounts.ts';
import type { SignIn } from '#domain/accounts/accounts.schema.ts';
import { WRONG_PASSWORDS, WRONG_PASSWORDS_FROM, WRONG_PASSWORDS_KNOWN } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { type Counter, countTry, fromAddress } from '#services/limits/limits.ts';
import { findAccount } from './find-account.ts';
import { knownDevice } from './known-device.ts';
import { checkPassword } from './passwords.ts';
import { type Device, openSession, type SecretKind, type SignedIn } from './sessions.ts';

/**
 * Signs in with email and password.
 * @param kind what the session is for: pages have a cookie, programs a token
 * @throws AppError unauthenticated, in the same words and after the same time for an unknown email and a wrong password;
 *   too-many-requests after many wrong ones, before looking at another
 */
export async function signIn(context: Context, input: SignIn, device: Device, kind: SecretKind): Promise<SignedIn> {
  const known = await context.em.findOne(User, { email: input.email });
  const giveBack = await countTry(context, countersOf(context, input.email, known?.id ?? null, device));
  const isRight = await checkPassword(known?.passwordHash ?? null, input.password);
  const user = known && isRight ? await findAccount(context.em, known.id) : null;
  if (!user) throw new AppError('unauthenticated', 'This email and password do not belong together.');
  await giveBack();
  return { user, secret: await openSession(context, user.id, device, kind) };
}

/** An account without a browser of its owner is counted like one that does not exist. */
function countersOf(context: Context, email: string, userId: string | null, { proof }: Device): Counter[] {
  const deviceId = userId && knownDevice(context.keyring, proof ?? null, userId);
  if (deviceId) return [{ limit: WRONG_PASSWORDS_KNOWN, of: [userId, deviceId] }];
  return [
    { limit: WRONG_PASSWORDS, of: [email, context.limits?.address ?? null] },
    ...fromAddress(context, WRONG_PASSWORDS_FROM),
  ];
}
