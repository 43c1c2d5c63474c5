import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountMailKind } from '#db/entities/accounts.ts';
import { newId } from '#services/ids.ts';

/** A mail about an account. */
export interface NewAccountMail {
  /** Whose account it is about; null when that is gone. */
  userId: string | null;
  kind: AccountMailKind;
  /** Where it goes. */
  email: string;
  /** The link in it, for those that have one. */
  secretId?: string;
}

/**
 * Leaves a mail for the worker, within the transaction that it tells of: neither is ever there without the other. There
 * is no name in it: whoever signs up chooses one, and we carry nobody's words to an address that may be a stranger's.
 */
export async function enqueueAccountMail(
  em: EntityManager,
  { userId, kind, email, secretId }: NewAccountMail,
): Promise<void> {
  await em.execute(
    `insert into account_mails (id, user_id, kind, email, secret_id, created_at, tries, next_try_at)
     values (?, ?, ?, ?, ?, now(), 0, now())`,
    [newId(), userId, kind, email, secretId ?? null],
  );
}
