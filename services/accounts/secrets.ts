/** Secrets that work once: codes for a browser and links in mails. We store rows that prove them, never the secrets. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '#db/delete-batch.ts';
import type { SecretPurpose } from '#db/entities/accounts.ts';
import { ago } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { linkRefusals } from '#messages/en/link-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { claimedId, linkSecret, opensLink } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { followLink } from '#services/limits/limits.ts';
import { unknownLink } from '#services/not-found.ts';

/** How long a request with an expired secret is answered with "gone"; after that it is unknown. */
const KEPT_AFTER = 30 * DAY;

/** A secret to create. */
export interface NewSecret {
  userId: string;
  purpose: SecretPurpose;
  /** The address that we send it to and that it proves; null for one that is not mailed. */
  email: string | null;
  /** Of the session that an exchange code belongs to. */
  cookieHash?: Buffer;
  /** In milliseconds. */
  life: number;
}

/** A valid secret. */
export interface KnownSecret {
  id: string;
  userId: string;
  purpose: SecretPurpose;
  email: string | null;
  cookieHash: Buffer | null;
}

const COLUMNS = ['id', 'user_id', 'purpose', 'email', 'cookie_hash', 'expires_at', 'used_at'] as const;

/**
 * Creates a secret that works once.
 * @returns the id of its row, which a mail refers to, and the secret: 48 characters that need no escaping
 */
export async function createSecret(
  { em, keyring, now }: Context,
  { userId, purpose, email, cookieHash, life }: NewSecret,
): Promise<{ id: string; secret: string }> {
  const id = newId();
  await query(em)
    .insertInto('secrets')
    .values({
      id,
      user_id: userId,
      purpose,
      email,
      cookie_hash: cookieHash ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + life),
      used_at: null,
    })
    .execute();
  return { id, secret: linkSecret(keyring, purpose, id, 0) };
}

/**
 * Uses a secret. Of several concurrent calls one succeeds. In a transaction the secret is used only if that commits.
 * @param secret any text
 * @throws AppError not-found when it is not ours or for another purpose, gone when it was used or has expired,
 *   too-many-requests instead of not-found after many wrong ones
 */
export function takeSecret(context: Context, purpose: SecretPurpose, secret: string): Promise<KnownSecret> {
  return followLink(context, () => take(context, purpose, secret));
}

async function take(context: Context, purpose: SecretPurpose, secret: string): Promise<KnownSecret> {
  const id = verifiedId(context, purpose, secret);
  if (!id) throw unknownLink();
  const row = await query(context.em)
    .updateTable('secrets')
    .set({ used_at: context.now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row) return toKnown(row);
  await find(context, [purpose], secret);
  throw usedSecret();
}

/**
 * Looks up a secret and does not use it: a person who follows a link has not agreed to anything yet.
 * @param purposes the accepted purposes
 * @throws AppError not-found when it is not ours or for another purpose, gone when it was used or has expired,
 *   too-many-requests instead of not-found after many wrong ones
 */
export function findSecret(context: Context, purposes: readonly SecretPurpose[], secret: string): Promise<KnownSecret> {
  return followLink(context, () => find(context, purposes, secret));
}

async function find(context: Context, purposes: readonly SecretPurpose[], secret: string): Promise<KnownSecret> {
  const id = purposes.map((purpose) => verifiedId(context, purpose, secret)).find((one) => one !== null);
  if (!id) throw unknownLink();
  const row = await query(context.em).selectFrom('secrets').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  if (!row || !purposes.includes(row.purpose)) throw unknownLink();
  if (row.used_at !== null) throw usedSecret();
  if (row.expires_at <= context.now) throw new AppError('gone', say(linkRefusals.expired));
  return toKnown(row);
}

/** Makes the user's unused secrets for these purposes invalid: a newer link, address or password replaces them. */
export async function endSecrets(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  purposes: readonly SecretPurpose[],
): Promise<void> {
  await query(em)
    .updateTable('secrets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();
}

/** Deletes secrets that expired more than a month ago. @returns whether there may be more */
export function deleteOldSecrets(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'secrets', (eb) => eb('expires_at', '<', ago(KEPT_AFTER)));
}

/** @returns the id in the secret; null unless we made the secret for this purpose */
function verifiedId({ keyring }: Context, purpose: SecretPurpose, secret: string): string | null {
  const id = claimedId(secret);
  return id && opensLink(keyring, secret, purpose, id, 0) ? id : null;
}

function usedSecret(): AppError {
  return new AppError('gone', say(linkRefusals.used));
}

function toKnown(row: Pick<Tables['secrets'], (typeof COLUMNS)[number]>): KnownSecret {
  return { id: row.id, userId: row.user_id, purpose: row.purpose, email: row.email, cookieHash: row.cookie_hash };
}
