import { query } from '#db/query.ts';
import type { Context } from '#services/context.ts';
import { forgetDevices } from './known-device.ts';
import { endSecrets } from './secrets.ts';

/**
 * Ends everything but the password that a stranger may have in an account: sessions, known browsers, mailed links, codes,
 * and, while nobody has proven the address, the identities at other providers. Call it before you confirm the address, in
 * the same transaction.
 */
export async function endAccess(context: Pick<Context, 'em' | 'now'>, userId: string): Promise<void> {
  const { em } = context;
  await query(em).deleteFrom('sessions').where('user_id', '=', userId).execute();
  await forgetDevices(em, userId);
  // A person who knew the old password may have requested a change of the address.
  await endSecrets(context, userId, ['reset-password', 'confirm-email', 'change-email', 'exchange']);
  await query(em)
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('users').select('id').where('id', '=', userId).where('email_confirmed_at', 'is', null)),
    )
    .execute();
}
