import { expect } from 'vitest';
import type { Visitor } from './visitor.ts';
import type { Web } from './web.ts';

export interface Entered {
  session_token: string;
  user: { email: string; name: string; picture: string | null; time_zone: string };
}

/**
 * People who sign in on a page, and programs with their tokens.
 * @param web is asked for when a test runs
 */
export function sessionsOn(web: () => Web) {
  /** Signs in on a page; the code is in the address that it leads to. */
  async function enterByPage(email: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0') {
    const visitor = web().visitor();
    const response = await visitor.post('/auth', { email, password: 'stillhere' }, { 'user-agent': userAgent });
    const [, code = ''] = /#session_id=([\w-]{48})$/.exec(response.headers.get('location') ?? '') ?? [];
    expect(code).not.toBe('');
    return { visitor, code };
  }

  const exchange = (visitor: Visitor, code: string, init: RequestInit = {}) =>
    visitor.send(`/api/auth/session?session_id=${encodeURIComponent(code)}`, init);

  async function tokenOf(email: string): Promise<string> {
    const { visitor, code } = await enterByPage(email);
    return ((await (await exchange(visitor, code)).json()) as Entered).session_token;
  }

  /** A program: a token, and no cookie. */
  const call = (token: string | null, line: string, body?: unknown) => {
    const [method = '', path = ''] = line.split(' ');
    return web().fetch(`/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const isOpen = async (token: string) => (await call(token, 'GET /auth/me')).status === 200;
  const seesPages = async (visitor: Visitor) => (await visitor.get('/dashboard')).status === 200;
  const problem = async (response: Response) =>
    (await response.json()) as { code: string; errors?: { field: string }[] };
  return { enterByPage, exchange, tokenOf, call, isOpen, seesPages, problem };
}
