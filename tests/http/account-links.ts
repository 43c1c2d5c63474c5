import type { SecretPurpose } from '#db/entities/accounts.ts';
import { linkSecret } from '#services/crypto/link.ts';
import type { Web } from './web.ts';

/**
 * The links in mails about accounts, and which mails there are.
 * @param web is asked for when a test runs
 */
export function accountMailsOn(web: () => Web) {
  /** The newest link in a mail to this address. */
  async function linkOf(email: string, purpose: Exclude<SecretPurpose, 'exchange'>): Promise<string> {
    const [row] = await web().query<{ id: string }>(
      'select id from secrets where email = ? and purpose = ? order by created_at desc, id desc limit 1',
      [email, purpose],
    );
    const page = purpose === 'reset-password' ? 'reset' : 'confirm';
    return `/auth/${page}/${row ? linkSecret(web().keyring, purpose, row.id, 0) : ''}`;
  }
  const mailsTo = (email: string) =>
    web().query<{ kind: string }>('select kind from account_mails where email = ? order by created_at, id', [email]);
  return { linkOf, mailsTo };
}
