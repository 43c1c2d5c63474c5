import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { googleIdentity } from '#adapters/google.ts';
import { ask, GOOGLE, simulator } from '#tests/simulators/stand.ts';

const APP = 'http://app.example';
/** Of one call, in milliseconds. No call that gets its answer may reach it, however busy the machine is. */
const TIMEOUT = 15_000;
/** For calls that get no answer. */
const SHORT = 300;

const identityOf = (issuer: string, timeout = TIMEOUT) =>
  googleIdentity({ ...GOOGLE, issuer, appOrigin: APP, timeout });
const begin = (issuer: string, timeout?: number) =>
  identityOf(issuer, timeout).begin(new Request(`${APP}/auth/google`));

async function provider() {
  const { origin } = await simulator({ appOrigin: APP });
  const fault = (over: Record<string, unknown>) => ask(origin, '/api/faults', { vendor: 'google', ...over });
  return { origin, issuer: `${origin}/google`, fault };
}

/** Begins with one adapter, chooses an account at the issuer, and returns to the adapter. */
async function goAndComeBack(google: ReturnType<typeof identityOf>, account = 'ines.sampaio@example.com') {
  const there = await google.begin(new Request(`${APP}/auth/google`));
  const cookie = there.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const address = new URL(there.headers.get('location') ?? '');
  const body = new URLSearchParams(address.searchParams);
  body.set('account', account);
  const back = await fetch(address.origin + address.pathname, { method: 'POST', body, redirect: 'manual' });
  return new Request(back.headers.get('location') ?? '', { headers: { cookie } });
}

describe('the discovery document', () => {
  test('is requested twice; after the second failure Google is unavailable', async () => {
    const { issuer, fault } = await provider();
    await fault({ at: 'discovery', mode: 'status', status: 500, times: 1 });
    expect((await begin(issuer)).status).toBe(302);
    await fault({ at: 'discovery', mode: 'status', status: 500, times: 2 });
    await expect(begin(issuer)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is requested again after an outage, or when the cached one has expired', async () => {
    const { issuer, fault } = await provider();
    const google = identityOf(issuer);
    await fault({ at: 'discovery', mode: 'reset', times: 2 });
    const request = new Request(`${APP}/auth/google`);
    await expect(google.begin(request)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await google.begin(request)).status).toBe(302);
    await fault({ at: 'discovery', mode: 'reset' });
    expect((await google.begin(request)).status).toBe(302);
  });

  test('is waited for no longer than the timeout', async () => {
    const { issuer, fault } = await provider();
    await fault({ at: 'discovery', mode: 'timeout' });
    await expect(begin(issuer, SHORT)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test.each([
    ['another issuer', { issuer: 'https://elsewhere.example' }],
    ['an address of another kind', { jwks_uri: 'ftp://elsewhere.example/keys' }],
    ['no address', { token_endpoint: undefined }],
  ])('is not believed when it names %s', async (_what, over) => {
    const server = createServer((_request, response) => {
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const said = { issuer, authorization_endpoint: issuer, token_endpoint: issuer, jwks_uri: issuer, ...over };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    await expect(begin(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

/** The simulator, with a discovery document that does not announce the issuer's name in answers. */
async function olderIssuer(issuer: string, origin: string): Promise<string> {
  const said = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
  const server = createServer((_request, response) => {
    const { authorization_response_iss_parameter_supported: _names, ...older } = said;
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...older, issuer: own, token_endpoint: `${origin}/google/token` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the return from the issuer', () => {
  test('gives the identity, after the token was verified with the issuer’s keys', async () => {
    const { origin, issuer, fault } = await provider();
    const google = identityOf(issuer);
    const request = await goAndComeBack(google);
    await fault({ at: 'keys', mode: 'status', status: 503, times: 1 });
    const came = await google.finish(request);
    expect(came).toMatchObject({
      identified: {
        issuer,
        email: 'ines.sampaio@example.com',
        emailVerified: true,
        runsMailbox: true,
        name: 'Inês Sampaio',
      },
    });
    expect(came).toMatchObject({ identified: { picture: expect.stringContaining(`${origin}/google/picture/`) } });
    expect(google.forget(request)).toEqual([expect.stringMatching(/^google:[\w-]+=; Max-Age=0; Path=\/;/)]);
  });

  test('says that Google does not run the mailbox of an account that was opened with another address', async () => {
    const { issuer, fault } = await provider();
    const google = identityOf(issuer);
    const request = await goAndComeBack(google);
    await fault({ mode: 'foreign-address' });
    const identified = { email: 'ines.sampaio@example.com', emailVerified: true, runsMailbox: false };
    expect(await google.finish(request)).toMatchObject({ identified });
  });

  test.each([
    ['rui@gmail.com', true],
    ['rui@GMAIL.com', true],
    ['rui@gmail.com.example', false],
    ['gmail.com@example.org', false],
  ])('without a Workspace, Google runs the mailbox of %s: %s', async (email, runsMailbox) => {
    const { issuer, fault } = await provider();
    const google = identityOf(issuer);
    const request = await goAndComeBack(google, email);
    await fault({ mode: 'foreign-address' });
    expect(await google.finish(request)).toMatchObject({ identified: { runsMailbox } });
  });

  test.each<[string, (ask: URLSearchParams, issuer: string) => void]>([
    ['names another issuer', (ask) => ask.set('iss', 'https://evil.example')],
    ['names the issuer almost', (ask, issuer) => ask.set('iss', `${issuer}/`)],
    ['names the issuer and another', (ask) => ask.append('iss', 'https://evil.example')],
    ['names the issuer in capitals', (ask, issuer) => ask.set('iss', issuer.toUpperCase())],
    ['names an empty issuer', (ask) => ask.set('iss', '')],
    ['names nobody, though this issuer always does', (ask) => ask.delete('iss')],
    [
      'says that the person cancelled, and names another issuer',
      (ask) => {
        ask.set('error', 'access_denied');
        ask.set('iss', 'https://evil.example');
      },
    ],
  ])('is refused before its code is used, when it %s', async (_what, change) => {
    const { issuer } = await provider();
    const google = identityOf(issuer);
    const request = await goAndComeBack(google);
    const address = new URL(request.url);
    change(address.searchParams, issuer);
    const forged = new Request(address, { headers: request.headers });
    await expect(google.finish(forged)).rejects.toMatchObject({
      code: 'malformed',
      cause: 'an answer of another issuer',
    });
    // Nobody has exchanged the code: it is still good.
    expect(await google.finish(request)).toMatchObject({ identified: { issuer } });
  });

  test('may lack the issuer’s name where the issuer does not announce it; a name that is there must match', async () => {
    const { origin, issuer } = await provider();
    const older = await olderIssuer(issuer, origin);
    const comesBack = async (change: (ask: URLSearchParams) => void) => {
      const google = identityOf(older);
      const request = await goAndComeBack(google);
      const address = new URL(request.url);
      change(address.searchParams);
      return google.finish(new Request(address, { headers: request.headers })).catch((error: unknown) => error);
    };
    // Its token comes from the other one, so it is refused for that: after the answer was taken.
    expect(await comesBack((ask) => ask.delete('iss'))).toMatchObject({ cause: 'ERR_JWT_CLAIM_VALIDATION_FAILED' });
    expect(await comesBack(() => {})).toMatchObject({ cause: 'an answer of another issuer' });
  });

  test('waits for a token no longer than the timeout, and requests it once', async () => {
    const { issuer, fault } = await provider();
    const request = await goAndComeBack(identityOf(issuer));
    await fault({ mode: 'timeout', times: 1 });
    await expect(identityOf(issuer, SHORT).finish(request)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is unavailable when the issuer’s keys cannot be fetched', async () => {
    const { issuer, fault } = await provider();
    const google = identityOf(issuer);
    const request = await goAndComeBack(google);
    await fault({ at: 'keys', mode: 'status', status: 500 });
    await expect(google.finish(request)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is unavailable when the issuer refuses our client secret', async () => {
    const { issuer } = await provider();
    const google = googleIdentity({ ...GOOGLE, clientSecret: 'old', issuer, appOrigin: APP, timeout: TIMEOUT });
    const error = await google.finish(await goAndComeBack(google)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable', cause: 'invalid_client' });
  });
});
