import { createHash, randomBytes } from 'node:crypto';
import { Session } from '#db/entities/accounts.ts';
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

interface SessionRow {
  session_id: string;
  last_seen_at: Date;
  id: string;
  email: string;
  name: string;
  time_zone: string;
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
  const [row] = await em.execute<SessionRow[]>(
    `select s.id as session_id, s.last_seen_at, u.id, u.email, u.name, u.time_zone
     from sessions s join users u on u.id = s.user_id
     where s.cookie_hash = ? and s.expires_at > ? and s.last_seen_at > ?`,
    [hashSecret(cookieSecret), now, new Date(now.getTime() - SESSION_IDLE)],
  );
  if (!row) return null;
  if (now.getTime() - new Date(row.last_seen_at).getTime() > LAST_SEEN_STEP) {
    await em.nativeUpdate(Session, { id: row.session_id }, { lastSeenAt: now });
  }
  return { sessionId: row.session_id, user: toAccountView({ ...row, timeZone: row.time_zone }) };
}

/** Ends a session. Ending one that does not exist is as good. */
export async function signOut({ em }: Context, cookieSecret: string): Promise<void> {
  await em.nativeDelete(Session, { cookieHash: hashSecret(cookieSecret) });
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
