/**
 * The wait of an owner who lost the phone with their codes, and every recovery code. It is two secrets in mails: the one that
 * signs in when it is over, which waits to be sent, and the one that stops it.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { LOST_WAIT } from '#domain/accounts/codes.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { endSecrets } from './secrets.ts';

/** A wait that nobody has stopped. Instants are in ISO 8601. */
export interface LostWait {
  begun_at: string;
  /** When the link is sent that signs in without a code. */
  ends_at: string;
}

/** @returns null where nothing waits, and when the link can no longer be used */
export async function readLostWait({ em }: Pick<Context, 'em'>, userId: string): Promise<LostWait | null> {
  const row = await query(em)
    .selectFrom('secrets')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'lost-phone')
    .where('used_at', 'is', null)
    .where('expires_at', '>', NOW)
    .executeTakeFirst();
  return row ? waitSince(row.created_at) : null;
}

/** @param begun by the clock of the database */
export function waitSince(begun: Date): LostWait {
  return { begun_at: begun.toISOString(), ends_at: new Date(begun.getTime() + LOST_WAIT).toISOString() };
}

/** Ends a wait, in a transaction that has locked the account: neither of its links works. @returns whether there was one */
export async function endLostWait(
  context: Pick<Context, 'now'> & { em: EntityManager },
  userId: string,
): Promise<boolean> {
  if (!(await readLostWait(context, userId))) return false;
  await endSecrets(context, userId, ['lost-phone', 'stop-lost-phone']);
  record(context.em, userId, 'account-lost-phone-stopped');
  return true;
}
