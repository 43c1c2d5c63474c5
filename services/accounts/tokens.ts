/** Tokens of one's own for programs: named, with a scope, and with an end if their owner wants one. We store only hashes. */
import { query } from '#db/query.ts';
import type { NewToken } from '#domain/accounts/tokens.schema.ts';
import { type CallScope, TOKEN_PREFIX, TOKENS_MAX, type TokenScope } from '#domain/accounts/tokens.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { lockAccount } from '#services/lock-account.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { ACCOUNT_COLUMNS, toAccountView } from './account.ts';
import { findSession, hashSecret, newSecret, type OpenSession } from './sessions.ts';

/** The precision of "last used". */
const LAST_USED_STEP = MINUTE;

/** A token without its secret. */
export interface TokenView {
  id: string;
  name: string;
  scope: TokenScope;
  created_at: string;
  /** Null: it does not end. */
  expires_at: string | null;
  /** To the minute; null if it was never used. */
  last_used_at: string | null;
}

/** Who makes a call, and what they may do. */
export interface Caller {
  /** With a token of one's own, its id stands for that of a session; no session has it. */
  session: OpenSession;
  scope: CallScope;
}

/** @returns the tokens of an account that have not ended, the newest first */
export async function listTokens({ em, now }: Pick<Context, 'em' | 'now'>, userId: string): Promise<TokenView[]> {
  const rows = await query(em)
    .selectFrom('api_tokens')
    .select(VIEW)
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toView);
}

/**
 * Creates a token, and mails the account's owner.
 * @returns the token, and the secret to send with each call: nobody can see it again
 * @throws AppError validation-failed for an end that has passed; conflict for a name in use, and beyond 20 tokens
 */
export async function createToken(
  context: Context,
  { id: userId, email }: { id: string; email: string },
  { name, scope, expires_at }: NewToken,
): Promise<TokenView & { token: string }> {
  const { now } = context;
  if (expires_at && expires_at <= now)
    throw AppError.atField('validation-failed', 'expires_at', say(accountRefusals['token-end-passed']));
  const token = `${TOKEN_PREFIX}${newSecret()}`;
  const row = await context.em.transactional(async (em) => {
    if (!(await lockAccount(em, userId))) throw notFound('account');
    await refuseBesideOthers({ em, now }, userId, name);
    const created = await query(em)
      .insertInto('api_tokens')
      .values({
        ...{ id: newId(), user_id: userId, name, scope, token_hash: hashSecret(token) },
        ...{ created_at: now, expires_at: expires_at ?? null },
      })
      .returning(VIEW)
      .executeTakeFirstOrThrow();
    record(em, userId, 'account-token-created', { token_id: created.id, scope });
    await enqueueAccountMail(em, { userId, kind: 'token-created', email });
    return created;
  });
  recordSecurityEvent(context, 'token-created', { account: userId, about: row.id });
  return { ...toView(row), token };
}

/** @throws AppError not-found when there is no such token, also when it is another account's */
export async function deleteToken(
  context: Pick<Context, 'em' | 'onSecurityEvent'>,
  userId: string,
  id: string,
): Promise<void> {
  await context.em.transactional(async (em) => {
    const deleted = await query(em)
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw notFound('token');
    record(em, userId, 'account-token-deleted', { token_id: id });
  });
  recordSecurityEvent(context, 'token-deleted', { account: userId, about: id });
}

/**
 * Finds who a token belongs to, and updates when it was last used.
 * @param secret any text: the token of a sign-in, or one of one's own
 * @returns null when it is unknown or has ended
 */
export async function findCaller(context: Pick<Context, 'em' | 'now'>, secret: string): Promise<Caller | null> {
  // By chance, the token of a sign-in can begin in the same way.
  const own = secret.startsWith(TOKEN_PREFIX) && (await findByToken(context, secret));
  if (own) return own;
  const session = await findSession(context, 'token', secret);
  return session && { session, scope: 'session' };
}

async function findByToken({ em, now }: Pick<Context, 'em' | 'now'>, secret: string): Promise<Caller | null> {
  const row = await query(em)
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .leftJoin('pictures', 'pictures.user_id', 'users.id')
    .select(ACCOUNT_COLUMNS)
    .select(['api_tokens.id as token_id', 'api_tokens.scope', 'api_tokens.last_used_at'])
    .where('api_tokens.token_hash', '=', hashSecret(secret))
    .where(({ eb, or }) => or([eb('api_tokens.expires_at', 'is', null), eb('api_tokens.expires_at', '>', now)]))
    .executeTakeFirst();
  if (!row) return null;
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > LAST_USED_STEP)
    await query(em).updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', row.token_id).execute();
  return { session: { sessionId: row.token_id, user: toAccountView(row), provedAt: null }, scope: row.scope };
}

/** Ends every token of an account, within a change that says so by itself. */
export async function endTokens({ em }: Pick<Context, 'em'>, userId: string): Promise<void> {
  await query(em).deleteFrom('api_tokens').where('user_id', '=', userId).execute();
}

/** Refuses a name in use, so that a form that is sent twice creates one token, and one token too many. Call it under the account's lock. */
async function refuseBesideOthers(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  name: string,
): Promise<void> {
  await query(em).deleteFrom('api_tokens').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
  const others = await query(em).selectFrom('api_tokens').select('name').where('user_id', '=', userId).execute();
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw AppError.atField('conflict', 'name', say(accountRefusals['token-name-in-use']));
  if (others.length >= TOKENS_MAX)
    throw new AppError('conflict', say(accountRefusals['too-many-tokens'], { max: TOKENS_MAX }));
}

const VIEW = ['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'] as const;

interface TokenRow {
  id: string;
  name: string;
  scope: TokenScope;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

function toView({ id, name, scope, created_at, expires_at, last_used_at }: TokenRow): TokenView {
  return {
    ...{ id, name, scope, created_at: created_at.toISOString() },
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
