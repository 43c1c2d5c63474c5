import { contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { WRONG_RETURNS_FROM } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { countTry, fromAddress } from '#services/limits/limits.ts';
import { notFound } from '#services/not-found.ts';
import type { IdentityProvider, Return } from '#services/ports/identity-provider.ts';

/** @throws AppError not-found where sign-in with Google is not set up */
export function googleOf(context: Provider): IdentityProvider {
  const { google } = context.get(webDeps).composition;
  if (!google) throw notFound('way in');
  return google;
}

/** Runs one step with Google. Why Google refused goes into the log only, not to the reader. */
export async function withGoogle<T>(context: Provider, step: (google: IdentityProvider) => Promise<T>): Promise<T> {
  try {
    return await step(googleOf(context));
  } catch (error) {
    if (error instanceof AppError && error.cause)
      context.get(webDeps).log.warn({ code: error.code, cause: error.cause }, 'a person could not sign in with Google');
    throw error;
  }
}

/**
 * Finishes a return from Google. Only returns that sign nobody in count towards the limit.
 * @throws AppError too-many-requests before anything is asked there; what the step throws
 */
export async function finishGoogleReturn(context: Provider, request: Request): Promise<Return> {
  const services = contextOf(context);
  const giveBack = await countTry(services, fromAddress(services, WRONG_RETURNS_FROM));
  const came = await withGoogle(context, (google) => google.finish(request));
  await giveBack();
  return came;
}
