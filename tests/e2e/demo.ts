import { ACCOUNT_IDS } from '#dev/seed/ids.ts';
import type { Visitor } from '#tests/http/visitor.ts';
import type { Web } from '#tests/http/web.ts';

/**
 * Signs in the demo account that has a delivery in each state, beside the pages: no toast lies over the first of them,
 * and none checks a token of calls.
 */
export async function demoPerson(web: Pick<Web, 'visitor' | 'query'>): Promise<Visitor> {
  await plantPasskey(web);
  const visitor = web.visitor();
  const { status } = await visitor.post('/auth', { email: 'premium@example.com', password: 'stillhere' });
  if (status !== 302) throw new Error(`signing in answered ${status}`);
  visitor.cookies.delete('toast');
  return visitor;
}

/** Of the demo account, for the pages that are about one. Nothing can sign with it. */
export const PASSKEY = '019a0000-0000-7000-8000-000000009021';

/** Gives the demo account a passkey to look at. */
export async function plantPasskey(web: Pick<Web, 'query'>): Promise<void> {
  await web.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, aaguid, is_backup_eligible,
       is_backed_up, name, created_at, last_used_at)
     values (?, ?, '\\x01', '\\x00', 0, 'internal hybrid', ?, true, true, 'Helena’s phone', now(), now())
     on conflict do nothing`,
    [PASSKEY, ACCOUNT_IDS.premium, '00000000-0000-0000-0000-000000000000'],
  );
}
