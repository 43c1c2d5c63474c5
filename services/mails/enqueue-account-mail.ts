import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountMailKind } from '#db/entities/accounts.ts';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import type { Language } from '#domain/language.ts';
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
