/** People who choose an account at the simulator of Google. */
import { startWithVendorsOnCable } from './vendors.ts';
import type { Visitor } from './visitor.ts';

export type Google = Awaited<ReturnType<typeof startWithGoogle>>;

/** The web process beside a Google of its own. */
export async function startWithGoogle(overrides: Record<string, string> = {}) {
  const vendors = await startWithVendorsOnCable(overrides);
  return { ...vendors, fault: (fault: Record<string, unknown>) => vendors.fault({ vendor: 'google', ...fault }) };
}

/** @returns where the product leads a person who signs in with Google */
export async function begin(visitor: Visitor, query = ''): Promise<URL> {
  const response = await visitor.get(`/auth/google${query}`);
  if (response.status !== 302) throw new Error(`beginning answered ${response.status}: ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

/** Chooses an account there, or none. @returns the path that Google then sends the browser to */
export async function choose(ask: URL, account: string | null): Promise<string> {
  const body = new URLSearchParams(ask.searchParams);
  body.set('account', account ?? '');
  const response = await fetch(`${ask.origin}${ask.pathname}`, { method: 'POST', body, redirect: 'manual' });
  if (response.status !== 303) throw new Error(`choosing answered ${response.status}: ${await response.text()}`);
  const back = new URL(response.headers.get('location') ?? '');
  return back.pathname + back.search;
}

/** The whole way, there and back. */
export async function comeByGoogle(visitor: Visitor, account: string, query = ''): Promise<Response> {
  return visitor.get(await choose(await begin(visitor, query), account));
}
