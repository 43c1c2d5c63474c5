/** The passkeys of an account: what its owner sees of them, a name, and the end. Adding one is in add-passkey.ts. */
import { query } from '#db/query.ts';
import { isSameName } from '#domain/accounts/passkeys.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { alertOwner } from '#services/mails/enqueue-account-mail.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

/** A passkey as its owner sees it. */
export interface PasskeyView {
  id: string;
  name: string;
  /** A key that is plugged in or held to a phone, or a device that keeps it. */
  kind: 'key' | 'device';
  created_at: string;
  /** Null until it signs in for the first time. */
  last_used_at: string | null;
}

/** Names a passkey to a browser. */
export interface PasskeyDescriptor {
  type: 'public-key';
  /** Base64url. */
  id: string;
  /** How its authenticator is reached: "usb", "internal". */
  transports: AuthenticatorTransport[];
}

export const PASSKEY_VIEW = ['id', 'name', 'transports', 'created_at', 'last_used_at'] as const;

interface PasskeyRow {
  id: string;
  name: string;
  transports: string;
  created_at: Date;
  last_used_at: Date | null;
}

export function toPasskeyView({ id, name, transports, created_at, last_used_at }: PasskeyRow): PasskeyView {
  return {
    ...{ id, name, kind: isKey(transports.split(' ')) ? 'key' : 'device' },
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

function isKey(transports: readonly string[]): boolean {
  const reaches = (ways: readonly string[]) => ways.some((way) => transports.includes(way));
  return reaches(['usb', 'nfc', 'ble']) && !reaches(['internal', 'hybrid']);
}

/** @returns the passkeys of an account, in the order in which they were added */
export async function listPasskeys({ em }: Pick<Context, 'em'>, userId: string): Promise<PasskeyView[]> {
  const rows = await query(em)
    .selectFrom('passkeys')
    .select(PASSKEY_VIEW)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPasskeyView);
}

/** @throws AppError not-found when there is no such passkey, also when it is another account's */
export async function findPasskey({ em }: Pick<Context, 'em'>, userId: string, id: string): Promise<PasskeyView> {
  const row = await query(em)
    .selectFrom('passkeys')
    .select(PASSKEY_VIEW)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('passkey');
  return toPasskeyView(row);
}

/**
 * Gives a passkey another name. The name that it has already changes nothing.
 * @throws AppError not-found as `findPasskey`; conflict for the name of another passkey
 */
export async function renamePasskey(
  { em }: Pick<Context, 'em'>,
  userId: string,
  id: string,
  name: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    if (!(await lockAccount(tx, userId))) throw notFound('passkey');
    const all = await listPasskeys({ em: tx }, userId);
    const present = all.find((one) => one.id === id);
    if (!present) throw notFound('passkey');
    if (present.name === name) return;
    if (all.some((one) => one.id !== id && isSameName(one.name, name)))
      throw AppError.atField('conflict', 'name', say(accountRefusals['passkey-name-in-use']));
    await query(tx).updateTable('passkeys').set({ name }).where('id', '=', id).execute();
    record(tx, userId, 'account-passkey-renamed', { passkey_id: id });
  });
}

/**
 * Removes a passkey, and mails the account's owner: it signs in no longer. Sessions that it opened go on; /profile ends those.
 * @throws AppError not-found as `findPasskey`
 */
export async function removePasskey(
  context: Pick<Context, 'em' | 'onSecurityEvent'>,
  userId: string,
  id: string,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    const removed = await query(tx)
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw notFound('passkey');
    record(tx, userId, 'account-passkey-removed', { passkey_id: id });
    await alertOwner(tx, { userId, kind: 'factors-changed' });
  });
  recordSecurityEvent(context, 'passkey-removed', { account: userId, about: id });
}

/** Removes every passkey of an account, within a change that says so by itself. */
export async function removePasskeys({ em }: Pick<Context, 'em'>, userId: string): Promise<void> {
  const removed = await query(em).deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  for (const { id } of removed) record(em, userId, 'account-passkey-removed', { passkey_id: id });
}

/** @returns what a passkey stores of the account that it signs in to: the bytes of its id, which tell nothing about a person */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** @returns the passkeys of an account as a browser knows them, the oldest first */
export async function describePasskeys({ em }: Pick<Context, 'em'>, userId: string): Promise<PasskeyDescriptor[]> {
  const rows = await query(em)
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    type: 'public-key',
    id: credential_id.toString('base64url'),
    transports: transports.split(' ').filter(Boolean) as AuthenticatorTransport[],
  }));
}
