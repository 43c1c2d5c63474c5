import { createHash, randomBytes } from 'node:crypto';
import { Session, User } from '#db/entities/accounts.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { type AccountView, toAccountView } from './account-view.ts';

/** A session that nobody uses ends after this long; used, it lasts up to SESSION_LIFE. */
const SESSION_IDLE = 30 * DAY;
export const SESSION_LIFE = 90 * DAY;
/** How exactly "last seen" is kept: a write on each page would buy nothing. */
const LAST_SEEN_STEP = MINUTE;
const USER_AGENT_MAX = 400;

/** The device that signs in, as it names itself. */
export interface Device {
  userAgent: string;
}

/** Somebody's open session. */
export interface OpenSession {
  sessionId: string;
  user: AccountView;
}

/**
 * Opens a session.
 * @returns the cookie's secret, 32 random bytes as base64url; only its hash is stored
 */
export async function openSession({ em, now }: Context, userId: string, device: Device): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await em.insert(Session, {
    id: newId(),
    user: userId,
    cookieHash: hashSecret(secret),
    userAgent: device.userAgent.slice(0, USER_AGENT_MAX),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE),
  });
  return secret;
}

/**
 * @param cookieSecret what the browser sent; anything
 * @returns whose session it is, or null when it is unknown, idle for too long, or over
 */
export async function findSession({ em, now }: Context, cookieSecret: string): Promise<OpenSession | null> {
  const session = await em.findOne(Session, { cookieHash: hashSecret(cookieSecret) });
  if (!session || session.expiresAt <= now || session.lastSeenAt.getTime() + SESSION_IDLE <= now.getTime()) return null;
  const user = await em.findOne(User, { id: session.user });
  if (!user) return null;
  if (now.getTime() - session.lastSeenAt.getTime() > LAST_SEEN_STEP) {
    await em.nativeUpdate(Session, { id: session.id }, { lastSeenAt: now });
  }
  return { sessionId: session.id, user: toAccountView(user) };
}

/** Ends a session. Ending one that does not exist is as good. */
export async function signOut({ em }: Context, cookieSecret: string): Promise<void> {
  await em.nativeDelete(Session, { cookieHash: hashSecret(cookieSecret) });
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
