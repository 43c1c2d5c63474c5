import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ask, GOOGLE, simulator, temporaryFolder } from './stand.ts';

const VERIFIER = 'a verifier that only its browser knows, long enough';
const REDIRECT = 'http://app.example/auth/google/callback';

const authorization = (over: Record<string, string> = {}) => ({
  client_id: GOOGLE.clientId,
  redirect_uri: REDIRECT,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'the state',
  nonce: 'the nonce',
  code_challenge_method: 'S256',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  ...over,
});

const provider = (dataDir?: string) => simulator({ appOrigin: 'http://app.example', ...(dataDir && { dataDir }) });

async function choose(origin: string, account: string, over: Record<string, string> = {}): Promise<URL> {
  const body = new URLSearchParams({ ...authorization(over), account });
  const response = await fetch(`${origin}/google/authorize`, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'none:');
}

async function exchange(origin: string, code: string | null, over: Record<string, string> = {}) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    client_id: GOOGLE.clientId,
    client_secret: GOOGLE.clientSecret,
    ...over,
  });
  const response = await fetch(`${origin}/google/token`, { method: 'POST', body });
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

describe('the account chooser', () => {
  test('offers a few accounts, another address, and Cancel', async () => {
    const { origin } = await provider();
    const page = await (await fetch(`${origin}/google/authorize?${new URLSearchParams(authorization())}`)).text();
    for (const words of ['Inês Sampaio', 'ines.sampaio@example.com', 'Another address', 'Cancel'])
      expect(page).toContain(words);
    const cancelled = await choose(origin, '');
    expect(Object.fromEntries(cancelled.searchParams)).toEqual({
      state: 'the state',
      iss: `${origin}/google`,
      error: 'access_denied',
    });
  });

  test.each([
    ['another client', { client_id: 'x' }],
    ['another redirect address', { redirect_uri: 'http://elsewhere.example/auth/google/callback' }],
    ['no PKCE', { code_challenge: '' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['no state', { state: '' }],
    ['no nonce', { nonce: '' }],
    ['no OpenID', { scope: 'email' }],
  ])('answers 400 and does not redirect for %s', async (_what, over) => {
    const { origin } = await provider();
    const page = await fetch(`${origin}/google/authorize?${new URLSearchParams(authorization(over))}`);
    expect(page.status).toBe(400);
    expect((await choose(origin, 'ines.sampaio@example.com', over)).protocol).toBe('none:');
  });
});

describe('a code', () => {
  test('can be exchanged once', async () => {
    const { origin } = await provider();
    const code = (await choose(origin, 'ines.sampaio@example.com')).searchParams.get('code');
    expect((await exchange(origin, code)).status).toBe(200);
    expect(await exchange(origin, code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  test.each([
    ['without its verifier', { code_verifier: 'another' }, 400],
    ['for another redirect address', { redirect_uri: 'http://elsewhere.example/' }, 400],
    ['with a wrong secret', { client_secret: 'guessed' }, 401],
  ])('is refused %s', async (_what, over, status) => {
    const { origin } = await provider();
    const code = (await choose(origin, 'ines.sampaio@example.com')).searchParams.get('code');
    expect((await exchange(origin, code, over)).status).toBe(status);
  });
});

test('an account has the same id, key and picture after a restart', async () => {
  const folder = temporaryFolder();
  const signIn = async () => {
    const { origin, close } = await provider(folder);
    const { json } = await exchange(
      origin,
      (await choose(origin, 'Ines.Sampaio@example.com')).searchParams.get('code'),
    );
    const userInfo = await fetch(`${origin}/google/userinfo`, {
      headers: { authorization: `Bearer ${json.access_token}` },
    });
    const person = (await userInfo.json()) as { sub: string; picture: string };
    const picture = await fetch(person.picture);
    const { json: keys } = await ask(origin, '/google/certs');
    await close();
    return { keys, sub: person.sub, type: picture.headers.get('content-type') };
  };
  const first = await signIn();
  expect(first.sub).toMatch(/^\d{21}$/);
  expect(first.type).toBe('image/png');
  expect(await signIn()).toEqual(first);
});
