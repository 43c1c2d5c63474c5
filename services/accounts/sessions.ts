import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago, NOW } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query } from '#db/query.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { ACCOUNT_COLUMNS, type AccountView, toAccountView } from './account.ts';

/** An unused session ends after this time; with use it lasts up to SESSION_LIFE. */
const SESSION_IDLE = 30 * DAY;
export const SESSION_LIFE = 90 * DAY;
/** The precision of "last seen": a write for each page would gain nothing. */
const LAST_SEEN_STEP = MINUTE;
const USER_AGENT_MAX = 400;
/** For one account, living ones; the oldest ends. A person has a few, and a program that never signs out has one for each run. */
const SESSIONS_MAX = 20;
/** A session has two secrets: the cookie for pages and the token for API calls. Neither works for the other. */
export type SecretKind = 'cookie' | 'token';
const COLUMN = { cookie: 'sessions.cookie_hash', token: 'sessions.token_hash' } as const;

/** The device that signs in. */
export interface Device {
  userAgent: string;
  /** That this account has signed in with it before (known-device.ts); only browsers have one. */
  proof?: string | null;
}

/** A valid session and its owner. */
export interface OpenSession {
  sessionId: string;
  user: AccountView;
  /** When it last proved that it is its owner's; null for a token of one's own, which cannot. */
  provedAt: Date | null;
}

/** The result of signing in. */
export interface SignedIn {
  user: AccountView;
  /** Of the new session, of the kind that the caller asked for. */
  secret: string;
}

/** @returns 32 random bytes as base64url, for a cookie or a token; we store only its hash */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Needs no key: 256 random bits cannot be guessed.
 * @returns what we store of a secret and find it by
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** @returns as much of a user agent as we store */
export function shownUserAgent(userAgent: string): string {
  return userAgent.slice(0, USER_AGENT_MAX);
}

/**
 * Opens a session, and ends the oldest beyond 20. In a transaction that locks the account, there are never more.
 * @param kind the secret to create now
 * @returns the secret
 */
export async function openSession(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  device: Device,
  kind: SecretKind,
): Promise<string> {
  const secret = newSecret();
  await query(em)
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      cookie_hash: kind === 'cookie' ? hashSecret(secret) : null,
      token_hash: kind === 'token' ? hashSecret(secret) : null,
      user_agent: shownUserAgent(device.userAgent),
      created_at: now,
      last_seen_at: now,
      proved_at: now,
      expires_at: new Date(now.getTime() + SESSION_LIFE),
    })
    .execute();
  await endOldest({ em, now }, userId);
  return secret;
}

/** Ends what is older than the newest sessions of an account that are still alive. */
async function endOldest({ em, now }: Pick<Context, 'em' | 'now'>, userId: string): Promise<void> {
  await query(em)
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', idleSince(now))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(SESSIONS_MAX),
    )
    .execute();
}

/**
 * Finds a session and updates when it was last seen.
 * @param secret any text
 * @returns null when the session is unknown, idle for too long, or expired
 */
export async function findSession(
  { em, now }: Pick<Context, 'em' | 'now'>,
  kind: SecretKind,
  secret: string,
): Promise<OpenSession | null> {
  const [row] = await openSessions[kind](em, { hash: hashSecret(secret), now, idleSince: idleSince(now) });
  if (!row) return null;
  if (now.getTime() - row.last_seen_at.getTime() > LAST_SEEN_STEP)
    await query(em).updateTable('sessions').set({ last_seen_at: now }).where('id', '=', row.session_id).execute();
  return { sessionId: row.session_id, user: toAccountView(row), provedAt: row.proved_at };
}

const openSessions = { cookie: sessionsBy('cookie_hash'), token: sessionsBy('token_hash') };

function sessionsBy(column: 'cookie_hash' | 'token_hash') {
  return prepared((db, { hash, now, idleSince }: { hash: Buffer; now: Date; idleSince: Date }) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('pictures', 'pictures.user_id', 'users.id')
      .select(ACCOUNT_COLUMNS)
      .select(['sessions.id as session_id', 'sessions.last_seen_at', 'sessions.proved_at'])
      .where(`sessions.${column}`, '=', hash)
      .where('sessions.expires_at', '>', now)
      .where('sessions.last_seen_at', '>', idleSince),
  );
}

/** Ends the session that has this secret, if there is one. */
export async function signOut(
  context: Pick<Context, 'em' | 'onSecurityEvent'>,
  kind: SecretKind,
  secret: string,
): Promise<void> {
  const ended = await context.em.transactional(async (tx) => {
    const session = await query(tx)
      .deleteFrom('sessions')
      .where(COLUMN[kind], '=', hashSecret(secret))
      .returning(['id', 'user_id'])
      .executeTakeFirst();
    if (session) record(tx, session.user_id, 'account-signed-out', { session_id: session.id });
    return session;
  });
  if (ended) recordSecurityEvent(context, 'signed-out', { account: ended.user_id });
}

/** Deletes sessions that are expired or idle. @returns whether there may be more */
export function deleteOldSessions(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'sessions', ({ eb, or }) =>
    or([eb('expires_at', '<=', NOW), eb('last_seen_at', '<=', ago(SESSION_IDLE))]),
  );
}

/**
 * Signs out one of the user's devices.
 * @throws AppError not-found when there is no such session, also when it is another user's
 */
export async function endDevice(
  context: Pick<Context, 'em' | 'onSecurityEvent'>,
  userId: string,
  sessionId: string,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    const ended = await query(tx)
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw notFound('device');
    record(tx, userId, 'account-signed-out', { session_id: sessionId });
  });
  recordSecurityEvent(context, 'device-signed-out', { account: userId, about: sessionId });
}

/** Signs out every device of the user except the one that asks, because they want that. */
export async function signOutElsewhere(
  context: Pick<Context, 'em' | 'onSecurityEvent'>,
  { sessionId, user }: OpenSession,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    await endOtherDevices(tx, user.id, sessionId);
    record(tx, user.id, 'account-devices-signed-out');
  });
  recordSecurityEvent(context, 'device-signed-out', { account: user.id });
}

/** Ends every session of the user except one, within a change that says so by itself. */
export async function endOtherDevices(em: EntityManager, userId: string, currentId: string): Promise<void> {
  await query(em).deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', currentId).execute();
}

/** @returns the instant since which an open session must have been seen */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - SESSION_IDLE);
}
