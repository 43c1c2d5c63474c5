import type { SignUp } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import type { Device, SecretKind, SignedIn } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

/**
 * Opens an account from a form that may be sent twice: whoever has it by then, and says the same password, is let in.
 * That is a try at signing in like any other, and counted as one.
 * @throws AppError as `signUp` does; conflict also where the password is another
 */
export async function signUpOnce(context: Context, input: SignUp, device: Device, kind: SecretKind): Promise<SignedIn> {
  try {
    return await signUp(context, input, device, kind);
  } catch (taken) {
    if (!(taken instanceof AppError) || taken.code !== 'conflict') throw taken;
    return signIn(context, input, device, kind).catch((error: unknown) => {
      throw error instanceof AppError ? taken : error;
    });
  }
}
