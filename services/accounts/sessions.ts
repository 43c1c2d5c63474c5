import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Session } from '#db/entities/accounts.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { type AccountRow, type AccountView, toAccountView } from './account-view.ts';

/** A session that nobody uses ends after this long; used, it lasts up to SESSION_LIFE. */
const SESSION_IDLE = 30 * DAY;
export const SESSION_LIFE = 90 * DAY;
/** How exactly "last seen" is kept: a write on each page would buy nothing. */
const LAST_SEEN_STEP = MINUTE;
const USER_AGENT_MAX = 400;

/** A session has two secrets: the cookie opens pages, the token opens calls. Neither opens the other's. */
export type SecretKind = 'cookie' | 'token';
const COLUMN = { cookie: 'cookie_hash', token: 'token_hash' } as const;

/** The device that signs in, as it names itself. */
export interface Device {
  userAgent: string;
  /** That somebody was signed in with it before (known-device.ts); browsers keep it. */
  proof?: string | null;
}

/** Somebody's open session. */
export interface OpenSession {
  sessionId: string;
  user: AccountView;
}

/** An account that was just entered. */
export interface SignedIn {
  user: AccountView;
  /** Of the session that was opened; of the kind that was asked for. */
  secret: string;
}

/** @returns 32 random bytes as base64url, for a cookie or a token; only its hash is stored */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Without a key: of 256 random bits nobody can try all.
 * @returns what is stored of a secret, and found by
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Opens a session.
 * @param kind which of its secrets is made now
 * @returns the secret
 */
export async function openSession(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  device: Device,
  kind: SecretKind,
): Promise<string> {
  const secret = newSecret();
  await em.insert(Session, {
    id: newId(),
    user: userId,
    cookieHash: kind === 'cookie' ? hashSecret(secret) : null,
    tokenHash: kind === 'token' ? hashSecret(secret) : null,
    userAgent: device.userAgent.slice(0, USER_AGENT_MAX),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE),
  });
  return secret;
}

/** @returns the instant since which a session must have been seen to be open */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - SESSION_IDLE);
}

/**
 * @param secret what the browser or the program sent; anything
 * @returns whose session it is, or null when it is unknown, idle for too long, or over
 */
export async function findSession(
  { em, now }: Pick<Context, 'em' | 'now'>,
  kind: SecretKind,
  secret: string,
): Promise<OpenSession | null> {
  const [row] = await em.execute<(AccountRow & { session_id: string; last_seen_at: Date })[]>(
    `select s.id as session_id, s.last_seen_at, u.id, u.email, u.email_confirmed_at, u.name, u.time_zone, p.id as picture_id
     from sessions s join users u on u.id = s.user_id left join pictures p on p.user_id = u.id
     where s.${COLUMN[kind]} = ? and s.expires_at > ? and s.last_seen_at > ?`,
    [hashSecret(secret), now, idleSince(now)],
  );
  if (!row) return null;
  if (now.getTime() - new Date(row.last_seen_at).getTime() > LAST_SEEN_STEP) {
    await em.nativeUpdate(Session, { id: row.session_id }, { lastSeenAt: now });
  }
  return { sessionId: row.session_id, user: toAccountView(row) };
}

/** Ends a session, whichever of its secrets is known. Ending one that does not exist is as good. */
export async function signOut({ em }: Pick<Context, 'em'>, kind: SecretKind, secret: string): Promise<void> {
  await em.execute(`delete from sessions where ${COLUMN[kind]} = ?`, [hashSecret(secret)]);
}

/** Forgets sessions that nobody can open any more. */
export async function sweepSessions(em: EntityManager): Promise<void> {
  await em.execute('delete from sessions where expires_at <= now() or last_seen_at <= now() - ?::interval', [
    `${SESSION_IDLE} milliseconds`,
  ]);
}
