import { User } from '#db/entities/accounts.ts';
import type { SignIn } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { findAccount } from './find-account.ts';
import { checkPassword } from './passwords.ts';
import { type Device, openSession, type SecretKind, type SignedIn } from './sessions.ts';

/**
 * Signs in with email and password.
 * @param kind what the session is for: pages have a cookie, programs a token
 * @throws AppError unauthenticated, in the same words and after the same time for an unknown email and a wrong password
 */
export async function signIn(context: Context, input: SignIn, device: Device, kind: SecretKind): Promise<SignedIn> {
  const known = await context.em.findOne(User, { email: input.email });
  const isRight = await checkPassword(known?.passwordHash ?? null, input.password);
  const user = known && isRight ? await findAccount(context.em, known.id) : null;
  if (!user) throw new AppError('unauthenticated', 'This email and password do not belong together.');
  return { user, secret: await openSession(context, user.id, device, kind) };
}
