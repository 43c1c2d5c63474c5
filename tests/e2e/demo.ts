import { ACCOUNT_IDS } from '#dev/seed/ids.ts';
import { plantPasskey } from '#tests/harness/authenticator.ts';
import type { Visitor } from '#tests/http/visitor.ts';
import type { Web } from '#tests/http/web.ts';

/**
 * Signs in the demo account that has a delivery in each state, beside the pages: no toast lies over the first of them,
 * and none checks a token of calls.
 */
export async function demoPerson(web: Pick<Web, 'visitor' | 'query'>): Promise<Visitor> {
  await plantDemoPasskey(web);
  const visitor = web.visitor();
  const { status } = await visitor.post('/auth', { email: 'premium@example.com', password: 'stillhere' });
  if (status !== 302) throw new Error(`signing in answered ${status}`);
  visitor.cookies.delete('toast');
  return visitor;
}

/** Of the demo account, for the pages that are about one. Nothing can sign with it. */
export const PASSKEY = '019a0000-0000-7000-8000-000000009021';

/** Gives the demo account a passkey to look at. */
export function plantDemoPasskey(web: Pick<Web, 'query'>): Promise<void> {
  return plantPasskey(web, ACCOUNT_IDS.premium, PASSKEY);
}
