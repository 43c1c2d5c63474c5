import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountMailKind } from '#db/entities/accounts.ts';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import type { OwnerAlert } from '#domain/accounts/owner-alerts.ts';
import type { Language } from '#domain/language.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';

/** A mail about an account. */
export interface NewAccountMail {
  /** Null when the account is gone. */
  userId: string | null;
  kind: AccountMailKind;
  /** The recipient's address. */
  email: string;
  /** Of the link in the mail, for kinds that have one. */
  secretId?: string;
  /** Of a trusted contact whose owner's account is gone. */
  correspondentId?: string;
  /** Of the same contact; a mail without one is in English. */
  language?: Language;
  /** The device that signed in. */
  about?: string;
  /** In how many milliseconds it is sent; at once unless said otherwise. */
  in?: number;
}

/**
 * Queues a mail for the worker, in the transaction of the change that it reports. It carries no name: a person who signs up
 * chooses the name, and the address may be a stranger's.
 */
export async function enqueueAccountMail(
  em: EntityManager,
  { userId, kind, email, secretId, correspondentId, language, about, in: wait = 0 }: NewAccountMail,
): Promise<void> {
  const id = newId();
  await query(em)
    .insertInto('account_mails')
    .values({
      ...{ id, user_id: userId, kind, email, created_at: NOW },
      ...{ secret_id: secretId ?? null, correspondent_id: correspondentId ?? null, about: about ?? null },
      language: language ?? null,
    })
    .execute();
  await enqueue(em, 'account-mail', id, { in: wait });
}

/** A person who enters five contacts is mailed about the first: that mail has the same link. */
const ONE_IN: Partial<Record<OwnerAlert, number>> = {
  'contacts-changed': 10 * MINUTE,
  'export-begun': 10 * MINUTE,
};

/** What happened to an account. */
export interface NewAlert {
  userId: string;
  kind: OwnerAlert;
  /** The device that signed in. */
  about?: string;
}

/**
 * Mails an owner about a change of their account that a stranger may have made, in the transaction of that change. An
 * address that nobody has confirmed may be anyone's, and is not mailed.
 */
export async function alertOwner(tx: EntityManager, { userId, kind, about }: NewAlert): Promise<void> {
  const owner = await query(tx)
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!owner || (await wasJustMailed(tx, userId, kind))) return;
  await enqueueAccountMail(tx, { userId, kind, email: owner.email, ...(about !== undefined && { about }) });
}

async function wasJustMailed(tx: EntityManager, userId: string, kind: OwnerAlert): Promise<boolean> {
  const within = ONE_IN[kind];
  if (within === undefined) return false;
  const recent = await query(tx)
    .selectFrom('account_mails')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', ago(within))
    .executeTakeFirst();
  return recent !== undefined;
}
