import { Session } from '#db/entities/accounts.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { createSecret, takeSecret } from './secrets.ts';
import { findSession, hashSecret, newSecret, type SignedIn } from './sessions.ts';

/** As long as a browser takes to open the page that it was sent to, and some. */
const CODE_LIFE = MINUTE;

/**
 * Makes the code that a browser, once signed in, swaps for the token of its session.
 * @param entered with the cookie of the session
 * @returns 48 characters that need no escaping; good once, for a minute, in this browser only
 */
export async function createExchangeCode(context: Context, { user, secret: cookie }: SignedIn): Promise<string> {
  const { secret } = await createSecret(context, {
    userId: user.id,
    purpose: 'exchange',
    email: null,
    cookieHash: hashSecret(cookie),
    life: CODE_LIFE,
  });
  return secret;
}

/**
 * Swaps a code for the token of the session that it was made for. Of several who come at once one gets it.
 * @param cookie of the browser that asks: a code that was read over somebody's shoulder, or that somebody was lured
 *   into with a link, is of no use to another one, and is not used up by it
 * @throws AppError unauthenticated when the code was used, is over, unknown, or of another browser
 */
export async function exchangeCode(context: Context, code: string, cookie: string | null): Promise<SignedIn> {
  const session = cookie ? await findSession(context, 'cookie', cookie) : null;
  if (!cookie || !session) throw refused();
  const cookieHash = hashSecret(cookie);
  const secret = newSecret();
  await context.em.transactional(async (em) => {
    // The session before the code, as whoever ends both locks them; a code that is refused takes this back.
    const changed = await em.nativeUpdate(Session, { cookieHash }, { tokenHash: hashSecret(secret) });
    if (changed === 0) throw refused();
    const { cookieHash: bound } = await takeSecret({ ...context, em }, 'exchange', code).catch(asRefusal);
    if (!bound?.equals(cookieHash)) throw refused();
  });
  return { user: session.user, secret };
}

function asRefusal(error: unknown): never {
  throw error instanceof AppError ? refused() : error;
}

function refused(): AppError {
  return new AppError('unauthenticated', 'This sign-in cannot be completed here. Please sign in again.');
}
