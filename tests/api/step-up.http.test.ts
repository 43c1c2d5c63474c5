/** What a program needs a recent proof for, and what never waits for one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#app/api/operation.ts';
import { OPERATIONS } from '#app/api/operations.ts';
import { GUARDED_CALLS } from '#app/middleware/sensitive-verbs.ts';
import { TOKEN_SCOPES } from '#domain/accounts/tokens.ts';
import { appCode, withCodes } from '#tests/harness/codes.ts';
import { PNG } from '#tests/http/files.ts';
import { ageProof, stateOf } from '#tests/http/old-proof.ts';
import { startWithVendors, type WithVendors } from '#tests/http/vendors.ts';
import type { Web } from '#tests/http/web.ts';
import { type Client, call, fieldsOf, fileForm, newClient, newLetter } from './client.ts';
import { ROWS } from './rows.ts';

const PASSWORD = 'stillhere';

let vendors: WithVendors;
let web: Web;
beforeAll(async () => {
  vendors = await startWithVendors();
  web = vendors.web;
});
afterAll(() => vendors?.stop());

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const prove = (client: Client, password = PASSWORD) => client.call('POST /auth/step-up', { json: { password } });
const pause = (client: Client) => client.call('POST /emergency/pause', { json: { days: 20 } });

/** Someone whose protocol runs. */
async function armed(): Promise<Client> {
  const owner = await newClient(web);
  await owner.call('PUT /emergency/settings?is_active=true');
  return owner;
}

const GUARDED = OPERATIONS.filter(({ id }) => GUARDED_CALLS[id] !== undefined && GUARDED_CALLS[id] !== 'password');
/** Of a call that is guarded for some of its fields only. */
const FIELDS: Record<string, Record<string, unknown>> = {
  changeContent: { is_emergency: true },
  uploadContent: { title: 'The boat', type: 'text', content: 'It is blue.', is_public: true },
  uploadFile: { title: 'The sea', type: 'image', is_public: 'true' },
};

/** @returns the body of a call: a form with a file, or JSON */
function bodyOf({ form }: Operation, given: Record<string, unknown> | undefined): FormData | string | null {
  if (form) return fileForm(given as Record<string, string>, PNG, 'sea.png');
  return given ? JSON.stringify(given) : null;
}

describe.each(GUARDED.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('changes nothing without a recent proof, and is made after one', async () => {
    const owner = await newClient(web, 'premium');
    const { params = {}, json, query = {} } = (await ROWS[id]?.(owner, web)) ?? {};
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const type: Record<string, string> = operation.form ? {} : { 'content-type': 'application/json' };
    if (GUARDED_CALLS[id] === 'public')
      await web.query('update contents set is_public = true where id = ?', [params.id]);
    const make = async () => {
      const response = await web.fetch(`/api${path}?${new URLSearchParams(query)}`, {
        method: operation.method,
        body: bodyOf(operation, FIELDS[id] ?? json),
        headers: { authorization: `Bearer ${owner.token}`, ...type },
      });
      return { status: response.status, code: response.headers.get('problem-code') };
    };
    await ageProof(web, owner.email);
    const before = await stateOf(web);
    expect(await make()).toEqual({ status: 403, code: 'step-up-required' });
    expect(await stateOf(web)).toEqual(before);
    expect((await prove(owner)).status).toBe(204);
    expect((await make()).status).toBe(operation.status);
  });
});

test('a proof counts for ten minutes, and for the session that gave it', async () => {
  const owner = await newClient(web);
  const other = (await call(web, 'POST /auth/login', { json: { email: owner.email, password: PASSWORD } })).body;
  const asOther = bearer(`${other.session_token}`);
  const created = (headers = {}) =>
    owner.call('POST /user/tokens', { json: { name: `${Math.random()}`, scope: 'read' }, ...headers });
  const within = "update sessions set proved_at = now() - interval '590 seconds' where user_id = ?";
  await web.query(within, [owner.id]);
  expect((await created()).status).toBe(201);
  await ageProof(web, owner.email);
  expect((await prove(owner)).status).toBe(204);
  expect([(await created()).status, (await created(asOther)).status]).toEqual([201, 403]);
});

test('a wrong or missing password proves nothing, and guesses are limited', async () => {
  const owner = await newClient(web);
  await ageProof(web, owner.email);
  const wrong = await prove(owner, 'something else');
  expect([wrong.status, wrong.body.code, fieldsOf(wrong)]).toEqual([401, 'unauthenticated', ['password']]);
  expect((await owner.call('POST /auth/step-up', { json: {} })).status).toBe(422);
  expect((await pause(owner)).body.code).toBe('step-up-required');
  const statuses = [];
  for (let tries = 0; tries < 10; tries++) statuses.push((await prove(owner, `guess ${tries}`)).status);
  expect(statuses.at(-1)).toBe(429);
});

test('a code from an app proves as a password does, and works once', async () => {
  const owner = await newClient(web);
  const { secret } = await withCodes(
    { em: web.fork(), keyring: web.keyring, now: new Date(Date.now() - 60_000) },
    owner,
  );
  await ageProof(web, owner.email);
  const wrong = await owner.call('POST /auth/step-up', { json: { code: 'abcd-efgh-jkmn' } });
  expect([wrong.status, fieldsOf(wrong)]).toEqual([401, ['code']]);
  const code = appCode(secret, Date.now());
  expect((await owner.call('POST /auth/step-up', { json: { code } })).status).toBe(204);
  expect((await owner.call('POST /auth/step-up', { json: { code } })).status).toBe(401);
  expect((await owner.call('POST /user/tokens', { json: { name: 'Mine', scope: 'read' } })).status).toBe(201);
});

test('an account without a password proves itself by signing in', async () => {
  const owner = await newClient(web);
  await web.query('update users set password_hash = null where id = ?', [owner.id]);
  const refused = await prove(owner);
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
});

test('a call that takes the password needs no other proof', async () => {
  const owner = await newClient(web);
  await ageProof(web, owner.email);
  const change = { current_password: PASSWORD, new_password: PASSWORD };
  expect((await owner.call('POST /auth/password', { json: change })).status).toBe(204);
  const email = { email: `new-${owner.email}`, password: PASSWORD };
  expect((await owner.call('POST /user/email', { json: email })).status).toBe(204);
  expect((await owner.call('POST /user/delete', { json: { password: 'something else' } })).status).toBe(401);
  expect((await owner.call('POST /user/delete', { json: { password: PASSWORD } })).status).toBe(204);
});

test('a token of one’s own can neither prove anything nor make a guarded call, so a stolen one disarms nothing', async () => {
  const owner = await armed();
  const { body } = await owner.call('POST /user/tokens', { json: { name: 'Mine', scope: 'write' } });
  const own = bearer(`${body.token}`);
  expect((await call(web, 'POST /auth/step-up', { json: { password: PASSWORD }, ...own })).status).toBe(403);
  const disarm = await call(web, 'PUT /emergency/settings?is_active=false', own);
  expect([disarm.status, disarm.body.code]).toEqual([403, 'step-up-required']);
  const [protocol] = await web.query('select is_active from emergency_protocols where owner_id = ?', [owner.id]);
  expect(protocol).toEqual({ is_active: true });
  const id = await newLetter(owner);
  expect((await call(web, `PUT /content/${id}`, { json: { title: 'Another' }, ...own })).status).toBe(200);
});

describe('something new that is public', () => {
  const letter = { title: 'The boat', type: 'text', content: 'It is blue.', is_public: true };
  const kept = (owner: Client) => web.query('select is_public from contents where owner_id = ?', [owner.id]);

  test('is refused to an old proof and to a token of one’s own; the same call with the same key goes through later', async () => {
    const owner = await newClient(web, 'premium');
    const { body } = await owner.call('POST /user/tokens', { json: { name: 'Mine', scope: 'write' } });
    const byToken = await call(web, 'POST /content/upload', { json: letter, ...bearer(`${body.token}`) });
    expect([byToken.status, byToken.body.code]).toEqual([403, 'step-up-required']);
    await ageProof(web, owner.email);
    const headers = { 'idempotency-key': 'the-boat' };
    const files = [{ is_public: 'true' }, { is_public: 'on' }].map((said) => () => {
      const form = fileForm({ type: 'image', title: 'The sea', ...said }, PNG, 'sea.png');
      return owner.call('POST /content/upload-file', {
        form,
        headers: { 'idempotency-key': `file-${said.is_public}` },
      });
    });
    const saves = [() => owner.call('POST /content/upload', { json: letter, headers }), ...files];
    for (const save of saves) expect((await save()).body.code).toBe('step-up-required');
    expect([await kept(owner), await web.query("select id from files where state <> 'ready'")]).toEqual([[], []]);
    expect((await prove(owner)).status).toBe(204);
    for (const save of saves) expect((await save()).status).toBe(201);
    expect(await kept(owner)).toEqual([{ is_public: true }, { is_public: true }, { is_public: true }]);
  });

  test('needs no proof as long as it is private', async () => {
    const owner = await newClient(web, 'premium');
    await ageProof(web, owner.email);
    expect((await owner.call('POST /content/upload', { json: { ...letter, is_public: false } })).status).toBe(201);
    const form = fileForm({ type: 'image', title: 'The sea', is_public: 'false' }, PNG, 'sea.png');
    expect((await owner.call('POST /content/upload-file', { form })).status).toBe(201);
  });
});

describe('an item that is public', () => {
  const change = (owner: Client, id: string, json: Record<string, unknown>, given = {}) =>
    call(web, `PUT /content/${id}`, { json, ...bearer(owner.token), ...given });
  const CHANGES = [{ content: 'Something else.' }, { title: 'Anything' }, { content: 'Else.', is_public: false }];

  test('gets no other words without a recent proof, nor by a token of one’s own', async () => {
    const owner = await newClient(web, 'premium');
    const { body } = await owner.call('POST /user/tokens', { json: { name: 'Mine', scope: 'write' } });
    const own = bearer(`${body.token}`);
    const id = await newLetter(owner);
    expect((await change(owner, id, { content: 'A private draft.' }, own)).status).toBe(200);
    await change(owner, id, { content: 'What everyone may read.', is_public: true });
    await ageProof(web, owner.email);
    const before = await stateOf(web);
    for (const by of [{}, own]) {
      for (const json of CHANGES) expect((await change(owner, id, json, by)).body.code).toBe('step-up-required');
      const restored = await call(web, `POST /content/${id}/versions/2/restore`, { ...bearer(owner.token), ...by });
      expect([restored.status, restored.body.code]).toEqual([403, 'step-up-required']);
    }
    expect(await stateOf(web)).toEqual(before);
    expect((await prove(owner)).status).toBe(204);
    for (const json of CHANGES) expect((await change(owner, id, json)).status).toBe(200);
  });

  test('is made private without one, and then changed freely', async () => {
    const owner = await newClient(web, 'premium');
    const id = await newLetter(owner);
    await change(owner, id, { is_public: true });
    await ageProof(web, owner.email);
    expect((await change(owner, id, { is_public: false })).status).toBe(200);
    expect((await change(owner, id, { content: 'A draft again.' })).status).toBe(200);
  });

  test('of another owner is answered as what does not exist', async () => {
    const [owner, other] = [await newClient(web, 'premium'), await newClient(web)];
    const id = await newLetter(owner);
    await change(owner, id, { is_public: true });
    await ageProof(web, other.email);
    expect((await change(other, id, { content: 'Mine now.' })).status).toBe(404);
  });
});

describe('without a recent proof', () => {
  test.each(TOKEN_SCOPES.filter((scope) => scope !== 'read'))('a token with the scope %s checks in', async (scope) => {
    const owner = await armed();
    const { body } = await owner.call('POST /user/tokens', { json: { name: scope, scope } });
    await ageProof(web, owner.email);
    expect((await call(web, 'POST /emergency/check-in', bearer(`${body.token}`))).status).toBe(200);
  });

  test('a session checks in, ends a pause, and returns after a release', async () => {
    const owner = await armed();
    await ageProof(web, owner.email);
    expect((await owner.call('POST /emergency/check-in')).status).toBe(200);
    expect((await owner.call('POST /emergency/end-pause')).status).toBe(200);
    await web.query(
      "update emergency_protocols set stage = 'released', missed_at = now(), released_at = now() where owner_id = ?",
      [owner.id],
    );
    expect((await owner.call('POST /emergency/return')).status).toBe(200);
  });
});
