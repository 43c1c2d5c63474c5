import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { googleIdentity } from '#adapters/google.ts';
import { ask, GOOGLE, simulator } from '#tests/simulators/stand.ts';

const APP = 'http://app.example';
const TIMEOUT = 300;

const identityOf = (issuer: string) => googleIdentity({ ...GOOGLE, issuer, appOrigin: APP, timeout: TIMEOUT });
const begin = (issuer: string) => identityOf(issuer).begin(new Request(`${APP}/auth/google`));

async function provider() {
  const { origin } = await simulator({ appOrigin: APP });
  const fault = (over: Record<string, unknown>) => ask(origin, '/api/faults', { vendor: 'google', ...over });
  return { origin, issuer: `${origin}/google`, fault };
}

/** Goes there with one adapter, chooses an account, and is sent back to it. */
async function goAndComeBack(google: ReturnType<typeof identityOf>) {
  const there = await google.begin(new Request(`${APP}/auth/google`));
  const cookie = there.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const address = new URL(there.headers.get('location') ?? '');
  const body = new URLSearchParams(address.searchParams);
  body.set('account', 'ines.sampaio@example.com');
  const back = await fetch(address.origin + address.pathname, { method: 'POST', body, redirect: 'manual' });
  return new Request(back.headers.get('location') ?? '', { headers: { cookie } });
}

describe('what the issuer says of itself', () => {
  test('is asked once more when it does not come, and then it is an outage', async () => {
    const { issuer, fault } = await provider();
    await fault({ at: 'discovery', mode: 'status', status: 500, times: 1 });
    expect((await begin(issuer)).status).toBe(302);
    await fault({ at: 'discovery', mode: 'status', status: 500, times: 2 });
    await expect(begin(issuer)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is asked again after an outage, and not before it has grown old', async () => {
    const { issuer, fault } = await provider();
    const google = identityOf(issuer);
    await fault({ at: 'discovery', mode: 'reset', times: 2 });
    const request = new Request(`${APP}/auth/google`);
    await expect(google.begin(request)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await google.begin(request)).status).toBe(302);
    await fault({ at: 'discovery', mode: 'reset' });
    expect((await google.begin(request)).status).toBe(302);
  });

  test('is not waited for longer than a call may take', async () => {
    const { issuer, fault } = await provider();
    await fault({ at: 'discovery', mode: 'timeout' });
    await expect(begin(issuer)).rejects.toMatchObject({ code: 'unavailable' });
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

/** An issuer whose discovery says nothing about naming itself; all the rest is the simulator's. */
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

describe('coming back', () => {
  test('gives who somebody is, once their word is checked by the issuer’s keys', async () => {
    const { origin, issuer, fault } = await provider();
    const google = identityOf(issuer);
    const request = await goAndComeBack(google);
    await fault({ at: 'keys', mode: 'status', status: 503, times: 1 });
    const came = await google.finish(request);
    expect(came).toMatchObject({
      identified: { issuer, email: 'ines.sampaio@example.com', emailVerified: true, name: 'Inês Sampaio' },
    });
    expect(came).toMatchObject({ identified: { picture: expect.stringContaining(`${origin}/google/picture/`) } });
    expect(google.forget(request)).toEqual([expect.stringMatching(/^google:[\w-]+=; Max-Age=0; Path=\/;/)]);
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

  test('is taken without an issuer from one that does not say it names itself, and compared all the same', async () => {
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

  test('waits no longer for a token than a call may take, and asks for it once', async () => {
    const { issuer, fault } = await provider();
    const google = identityOf(issuer);
    const request = await goAndComeBack(google);
    await fault({ mode: 'timeout', times: 1 });
    await expect(google.finish(request)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('says that it is ours when the keys do not come', async () => {
    const { issuer, fault } = await provider();
    const google = identityOf(issuer);
    const request = await goAndComeBack(google);
    await fault({ at: 'keys', mode: 'status', status: 500 });
    await expect(google.finish(request)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('with our own secret refused is no fault of whoever signs in', async () => {
    const { issuer } = await provider();
    const google = googleIdentity({ ...GOOGLE, clientSecret: 'old', issuer, appOrigin: APP, timeout: TIMEOUT });
    const error = await google.finish(await goAndComeBack(google)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable', cause: 'invalid_client' });
  });
});
