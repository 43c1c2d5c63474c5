import type { Visitor } from '#tests/http/visitor.ts';
import type { Web } from '#tests/http/web.ts';

/**
 * Signs in the demo account that has a delivery in each state, beside the pages: no toast lies over the first of them,
 * and none checks a token of calls.
 */
export async function demoPerson(web: Pick<Web, 'visitor'>): Promise<Visitor> {
  const visitor = web.visitor();
  const { status } = await visitor.post('/auth', { email: 'premium@example.com', password: 'stillhere' });
  if (status !== 302) throw new Error(`signing in answered ${status}`);
  visitor.cookies.delete('toast');
  return visitor;
}
