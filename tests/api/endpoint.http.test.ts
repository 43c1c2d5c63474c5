/** The one endpoint of all calls: what it refuses before a call runs, and the headers of every answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebOnCable, type WebOnCable } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { type Client, call, newClient, newLetter } from './client.ts';

const OTHER = 'https://app.example';

let web: WebOnCable;
let helena: Client;
beforeAll(async () => {
  web = await startWebOnCable({ API_CORS_ORIGINS: `${OTHER}, https://second.example` });
  helena = await newClient(web);
});
afterAll(() => web?.stop());

const authorization = () => ({ authorization: `Bearer ${helena.token}` });
const send = (path: string, init: RequestInit = {}) =>
  web.fetch(`/api${path}`, { ...init, headers: { ...authorization(), ...init.headers } });

describe('a call', () => {
  test.each([
    ['GET /nowhere', 404],
    ['GET /content', 404],
    ['GET /content/list/', 404],
    ['GET /content/not-an-id', 404],
    ['GET /content//', 404],
    ['POST /content/list/x', 404],
    ['GET /delivery/%00', 404],
    ['GET /delivery/%0A', 404],
    ['GET /content/a%E2%80%A8b', 404],
  ])('to an unknown address is not found: %s', async (line, status) => {
    const reply = await helena.call(line);
    expect([reply.status, reply.body?.code]).toEqual([status, 'not-found']);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
  });

  test.each([
    ['DELETE /content/list', 'GET'],
    ['POST /content/019200d4-7b5b-7000-8000-000000000000', 'GET, PUT, DELETE'],
    ['PATCH /content/019200d4-7b5b-7000-8000-000000000000', 'GET, PUT, DELETE'],
    ['POST /content/file/019200d4-7b5b-7000-8000-000000000000', 'GET'],
    ['OPTIONS /delivery/list', 'GET'],
    ['POST /', 'GET'],
    ['PUT /openapi.json', 'GET'],
  ])('with a method that the address does not take: %s', async (line, allow) => {
    const [method = '', path = ''] = line.split(' ');
    const reply = await send(path, { method });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow]);
    expect(await reply.json()).toMatchObject({ code: 'method-not-allowed', status: 405 });
  });

  test.each([
    ['of another media type', 'text/plain', '{}', 415],
    ['of no media type', '', '{}', 415],
    ['that is not JSON', 'application/json', '{"title":', 400],
    ['that is not UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0x22]), 400],
    ['that is empty', 'application/json', '', 400],
    ['that is null', 'application/json', 'null', 422],
    ['that is a list', 'application/json', '[]', 422],
    ['nested without end', 'application/json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400],
    ['of more than a megabyte', 'application/json', `"${'x'.repeat(1_048_576)}"`, 413],
    ['with a charset', 'application/json; charset=utf-8', '{}', 422],
  ])('with a body %s', async (_what, type, body, status) => {
    const reply = await send('/content/upload', {
      method: 'POST',
      headers: type ? { 'content-type': type } : {},
      body: new Blob([body as string], type ? { type } : {}),
    });
    expect(reply.status).toBe(status);
    const problem = (await reply.json()) as object;
    expect(problem).toMatchObject({ status, detail: expect.stringMatching(/\.$|^[A-Z]/), code: expect.any(String) });
    expect(problem).toMatchObject({ detail: expect.not.stringContaining('Invalid input') });
  });

  test.each([['Bearer nonsense'], ['Bearer'], ['Basic eDp5'], [`Bearer ${'x'.repeat(500)}`], ['']])(
    'without a valid token is refused (%s)',
    async (authorization) => {
      holds('S6-3', 'S7-1');
      const reply = await web.fetch(`/api/content/list`, { headers: authorization ? { authorization } : {} });
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    },
  );

  test('accepts an id in capitals', async () => {
    const id = await newLetter(helena);
    expect((await helena.call(`GET /content/${id.toUpperCase()}`)).body).toMatchObject({ id });
    const sent = { recipient_email: 'ana@example.com', delivery_type: 'email', scheduled_time: '2060-05-04T09:00:00Z' };
    const json = { ...sent, content_id: id.toUpperCase() };
    expect((await helena.call('POST /delivery/schedule', { json })).body).toMatchObject({ content_id: id });
  });

  test('with HEAD answers as GET, without a body', async () => {
    const reply = await send('/content/list', { method: 'HEAD' });
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
      200,
      'application/json',
      '',
    ]);
  });

  test('is never cached, and sets no cookie', async () => {
    const id = await newLetter(helena);
    for (const path of ['/content/list', `/content/${id}`, '/public/contents', '/nowhere', '/content/x']) {
      const { headers } = await send(path);
      expect([path, headers.get('cache-control'), headers.getSetCookie()]).toEqual([path, 'no-store', []]);
    }
  });
});

test('a cookie authenticates no call but those for files', async () => {
  const person = await web.person();
  for (const line of ['GET /content/list', 'GET /auth/me', 'POST /content/upload', 'GET /delivery/list']) {
    const [method = '', path = ''] = line.split(' ');
    const headers = { origin: web.origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const reply = await person.send(`/api${path}`, { method, headers, body: method === 'POST' ? '{}' : null });
    expect([line, reply.status]).toEqual([line, 401]);
  }
});

describe('from another origin', () => {
  const preflight = (origin: string, path = '/content/upload') =>
    web.fetch(`/api${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

  test('is allowed if configured, without cookies', async () => {
    const asked = await preflight(OTHER);
    expect([asked.status, allowed(asked), asked.headers.get('vary')]).toEqual([204, OTHER, 'Origin']);
    expect(asked.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    expect(allowed(await preflight('https://second.example'))).toBe('https://second.example');
    const answered = await send('/content/list?limit=1', { headers: { origin: OTHER } });
    expect([answered.status, allowed(answered)]).toEqual([200, OTHER]);
    expect(answered.headers.get('access-control-expose-headers')).toContain('link');
    expect(allowed(await send('/nowhere', { headers: { origin: OTHER } }))).toBe(OTHER);
  });

  test.each(['https://evil.example', 'http://app.example', 'https://app.example.evil.example', 'null'])(
    '%s is not allowed',
    async (origin) => {
      const asked = await preflight(origin);
      expect([asked.status, allowed(asked)]).toEqual([405, null]);
      expect(allowed(await send('/content/list', { headers: { origin } }))).toBeNull();
    },
  );

  test('pages are not allowed, even if calls are', async () => {
    const page = await web.fetch(`/auth`, { headers: { origin: OTHER } });
    expect(allowed(page)).toBeNull();
  });
});

test('a call answers 503 with a problem while the database is away', async () => {
  await web.database.cut();
  try {
    const reply = await call(web, 'GET /public/contents');
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '60']);
  } finally {
    await web.database.mend();
  }
});
