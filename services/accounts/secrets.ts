/** Secrets that may be used once: codes for a browser, links in mails. Rows prove them; the secrets are not stored. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Secret, type SecretPurpose } from '#db/entities/accounts.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { claimedId, linkSecret, opensLink } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { followLink } from '#services/limits/limits.ts';

/** A secret that is over says so for this long; after that it is unknown. */
const KEPT_AFTER = 30 * DAY;

/** What a secret is for. */
export interface NewSecret {
  userId: string;
  purpose: SecretPurpose;
  /** The address it is sent to, and proves; null for an exchange code. */
  email: string | null;
  /** Of the session that an exchange code belongs to. */
  cookieHash?: Buffer;
  /** In milliseconds. */
  life: number;
}

/** A secret as it is known to us. */
export interface KnownSecret {
  id: string;
  userId: string;
  purpose: SecretPurpose;
  email: string | null;
  cookieHash: Buffer | null;
}

interface SecretRow {
  id: string;
  user_id: string;
  purpose: SecretPurpose;
  email: string | null;
  cookie_hash: Buffer | null;
  expires_at: Date | string;
  used_at: Date | string | null;
}

/**
 * Makes a secret that opens one thing, once.
 * @returns the id of its row, which a mail can refer to, and the secret: 48 characters that need no escaping
 */
export async function createSecret(
  { em, keyring, now }: Context,
  { userId, purpose, email, cookieHash, life }: NewSecret,
): Promise<{ id: string; secret: string }> {
  const id = newId();
  await em.insert(Secret, {
    id,
    user: userId,
    purpose,
    email,
    cookieHash: cookieHash ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + life),
    usedAt: null,
  });
  return { id, secret: linkSecret(keyring, purpose, id, 0) };
}

/**
 * Uses a secret up. Of several who come at once one gets it; in a transaction it is used up only if that commits.
 * @param secret what somebody sent; anything
 * @throws AppError not-found when it is none of ours or for something else, gone when it was used or is over,
 *   too-many-requests instead of not-found after very many that were none
 */
export function takeSecret(context: Context, purpose: SecretPurpose, secret: string): Promise<KnownSecret> {
  return followLink(context, () => take(context, purpose, secret));
}

async function take(context: Context, purpose: SecretPurpose, secret: string): Promise<KnownSecret> {
  const id = provenId(context, purpose, secret);
  const [taken] = await context.em.execute<SecretRow[]>(
    'update secrets set used_at = ? where id = ? and purpose = ? and used_at is null and expires_at > ? returning *',
    [context.now, id, purpose, context.now],
  );
  if (taken) return toKnown(taken);
  await look(context, [purpose], secret);
  throw used();
}

/**
 * Looks at a secret and leaves it as it is: whoever follows a link has not yet agreed to anything.
 * @param purposes what it may be for
 * @throws AppError not-found when it is none of ours or for something else, gone when it was used or is over,
 *   too-many-requests instead of not-found after very many that were none
 */
export function findSecret(context: Context, purposes: readonly SecretPurpose[], secret: string): Promise<KnownSecret> {
  return followLink(context, () => look(context, purposes, secret));
}

async function look(context: Context, purposes: readonly SecretPurpose[], secret: string): Promise<KnownSecret> {
  const id = purposes.map((purpose) => claimed(context, purpose, secret)).find((one) => one !== null);
  if (!id) throw unknownSecret();
  const [row] = await context.em.execute<SecretRow[]>('select * from secrets where id = ?', [id]);
  if (!row || !purposes.includes(row.purpose)) throw unknownSecret();
  if (row.used_at !== null) throw used();
  if (new Date(row.expires_at) <= context.now)
    throw new AppError('gone', 'This link was good for a while only, and that is over.');
  return toKnown(row);
}

/** Uses up what was sent to somebody for these purposes: a newer link, another address or a new password takes its place. */
export async function endSecrets(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  purposes: readonly SecretPurpose[],
): Promise<void> {
  await em.nativeUpdate(Secret, { user: userId, purpose: { $in: [...purposes] }, usedAt: null }, { usedAt: now });
}

/** Forgets secrets that have long been over. */
export async function sweepSecrets(em: EntityManager): Promise<void> {
  await em.execute('delete from secrets where expires_at < now() - ?::interval', [`${KEPT_AFTER} milliseconds`]);
}

function provenId(context: Context, purpose: SecretPurpose, secret: string): string {
  const id = claimed(context, purpose, secret);
  if (!id) throw unknownSecret();
  return id;
}

function claimed({ keyring }: Context, purpose: SecretPurpose, secret: string): string | null {
  const id = claimedId(secret);
  return id && opensLink(keyring, secret, purpose, id, 0) ? id : null;
}

function unknownSecret(): AppError {
  return new AppError('not-found', 'This link opens nothing. Perhaps a part of it was lost on the way.');
}

function used(): AppError {
  return new AppError('gone', 'This link has been used already, or a newer one has taken its place.');
}

function toKnown(row: SecretRow): KnownSecret {
  return { id: row.id, userId: row.user_id, purpose: row.purpose, email: row.email, cookieHash: row.cookie_hash };
}
