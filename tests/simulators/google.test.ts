import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ask, GOOGLE, simulator, temporaryFolder } from './stand.ts';

const VERIFIER = 'a verifier that only its browser knows, long enough';
const REDIRECT = 'http://app.example/auth/google/callback';

const asked = (over: Record<string, string> = {}) => ({
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
  const body = new URLSearchParams({ ...asked(over), account });
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
  test('offers a few people, another address, and to leave', async () => {
    const { origin } = await provider();
    const page = await (await fetch(`${origin}/google/authorize?${new URLSearchParams(asked())}`)).text();
    for (const words of ['Inês Sampaio', 'ines.sampaio@example.com', 'Another address', 'Cancel'])
      expect(page).toContain(words);
    const left = await choose(origin, '');
    expect(Object.fromEntries(left.searchParams)).toEqual({
      state: 'the state',
      iss: `${origin}/google`,
      error: 'access_denied',
    });
  });

  test.each([
    ['another client', { client_id: 'x' }],
    ['another way back', { redirect_uri: 'http://elsewhere.example/auth/google/callback' }],
    ['no PKCE', { code_challenge: '' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['no state', { state: '' }],
    ['no nonce', { nonce: '' }],
    ['no OpenID', { scope: 'email' }],
  ])('sends nobody on for %s', async (_what, over) => {
    const { origin } = await provider();
    const page = await fetch(`${origin}/google/authorize?${new URLSearchParams(asked(over))}`);
    expect(page.status).toBe(400);
    expect((await choose(origin, 'ines.sampaio@example.com', over)).protocol).toBe('none:');
  });
});

describe('a code', () => {
  test('is good once', async () => {
    const { origin } = await provider();
    const code = (await choose(origin, 'ines.sampaio@example.com')).searchParams.get('code');
    expect((await exchange(origin, code)).status).toBe(200);
    expect(await exchange(origin, code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  test.each([
    ['without its verifier', { code_verifier: 'another' }, 400],
    ['for another way back', { redirect_uri: 'http://elsewhere.example/' }, 400],
    ['by somebody without our secret', { client_secret: 'guessed' }, 401],
  ])('is no good %s', async (_what, over, status) => {
    const { origin } = await provider();
    const code = (await choose(origin, 'ines.sampaio@example.com')).searchParams.get('code');
    expect((await exchange(origin, code, over)).status).toBe(status);
  });
});

test('somebody is who they were after a restart, by the same key, with the picture that is promised', async () => {
  const folder = temporaryFolder();
  const tell = async () => {
    const { origin, close } = await provider(folder);
    const { json } = await exchange(
      origin,
      (await choose(origin, 'Ines.Sampaio@example.com')).searchParams.get('code'),
    );
    const about = await fetch(`${origin}/google/userinfo`, {
      headers: { authorization: `Bearer ${json.access_token}` },
    });
    const person = (await about.json()) as { sub: string; picture: string };
    const picture = await fetch(person.picture);
    const { json: keys } = await ask(origin, '/google/certs');
    await close();
    return { keys, sub: person.sub, type: picture.headers.get('content-type') };
  };
  const first = await tell();
  expect(first.sub).toMatch(/^\d{21}$/);
  expect(first.type).toBe('image/png');
  expect(await tell()).toEqual(first);
});
