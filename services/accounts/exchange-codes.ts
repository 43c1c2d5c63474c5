/** The code by which a program takes over the session of a browser that has just signed in. */
import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { createSecret, takeSecret } from './secrets.ts';
import { findSession, hashSecret, newSecret, type SignedIn } from './sessions.ts';

/** A browser opens the page that it was sent to well within this time. */
const EXCHANGE_CODE_LIFE = MINUTE;

/**
 * Creates the code that a signed-in browser exchanges for the token of its session.
 * @param entered with the cookie of the session
 * @returns 48 characters that need no escaping; the code works once, for a minute, in this browser only
 */
export async function createExchangeCode(context: Context, { user, secret: cookie }: SignedIn): Promise<string> {
  const { secret } = await createSecret(context, {
    userId: user.id,
    purpose: 'exchange',
    email: null,
    cookieHash: hashSecret(cookie),
    life: EXCHANGE_CODE_LIFE,
  });
  return secret;
}

/**
 * Exchanges a code for the token of its session. Of several concurrent calls one succeeds.
 * @param cookie of the caller's browser: a stolen or planted code does not work in another browser, and remains unused
 * @throws AppError unauthenticated when the code was used, expired, is unknown, or belongs to another browser
 */
export async function exchangeCode(context: Context, code: string, cookie: string | null): Promise<SignedIn> {
  const session = cookie ? await findSession(context, 'cookie', cookie) : null;
  if (!cookie || !session) throw codeRefused();
  const cookieHash = hashSecret(cookie);
  const secret = newSecret();
  await context.em.transactional(async (em) => {
    // Locks the session before the code, as everything that ends both does. A refused code rolls this back.
    const changed = await query(em)
      .updateTable('sessions')
      .set({ token_hash: hashSecret(secret) })
      .where('cookie_hash', '=', cookieHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw codeRefused();
    const known = await takeSecret({ ...context, em }, 'exchange', code).catch((error: unknown) => {
      throw error instanceof AppError ? codeRefused() : error;
    });
    if (!known.cookieHash?.equals(cookieHash)) throw codeRefused();
  });
  return { user: session.user, secret };
}

function codeRefused(): AppError {
  return new AppError('unauthenticated', say(accountRefusals['sign-in-elsewhere']));
}
