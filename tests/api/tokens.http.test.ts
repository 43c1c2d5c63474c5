/** Tokens of one's own: what each may do, how long it works, and who can see it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#app/api/operation.ts';
import { OPERATIONS } from '#app/api/operations.ts';
import { mayCall, TOKEN_SCOPES, TOKENS_MAX, type TokenScope } from '#domain/accounts/tokens.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { type Client, call, fieldsOf, newClient } from './client.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

interface Made extends Record<string, unknown> {
  id: string;
  token: string;
}

const make = (owner: Client, json: Record<string, unknown>) => owner.call<Made>('POST /user/tokens', { json });
const made = async (owner: Client, scope: TokenScope) => (await make(owner, { name: scope, scope })).body;
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const reads = async (token: string) => (await call(web, 'GET /user/profile', bearer(token))).status;

describe('a token', () => {
  test('is shown once, listed without its secret, and stops working when it is deleted', async () => {
    const owner = await newClient(web);
    const { status, headers, body } = await make(owner, { name: ' Copy at home ', scope: 'read' });
    expect([status, headers.get('cache-control')]).toEqual([201, 'private, no-store']);
    expect(body).toMatchObject({ name: 'Copy at home', scope: 'read', expires_at: null, last_used_at: null });
    expect(body.token).toMatch(/^sh_[\w-]{43}$/);
    expect(await reads(body.token)).toBe(200);
    const list = await owner.call<Record<string, unknown>[]>('GET /user/tokens');
    expect(list.body).toEqual([{ ...body, token: undefined, last_used_at: expect.any(String) }]);
    expect(JSON.stringify(list.body)).not.toContain(body.token);
    const rows = await web.query<{ token_hash: Buffer }>('select token_hash from api_tokens where id = ?', [body.id]);
    expect(rows[0]?.token_hash).toHaveLength(32);
    expect((await owner.call(`DELETE /user/tokens/${body.id}`)).status).toBe(204);
    expect([await reads(body.token), (await owner.call(`DELETE /user/tokens/${body.id}`)).status]).toEqual([401, 404]);
  });

  test('belongs to its owner: others neither see nor delete it', async () => {
    const [owner, stranger] = [await newClient(web), await newClient(web)];
    const { id, token } = await made(owner, 'read');
    expect((await stranger.call('GET /user/tokens')).body).toEqual([]);
    expect((await stranger.call(`DELETE /user/tokens/${id}`)).status).toBe(404);
    expect((await call(web, 'GET /user/profile', bearer(token))).body.email).toBe(owner.email);
  });

  test('ends at its end, which has to lie ahead', async () => {
    const owner = await newClient(web);
    const past = await make(owner, { name: 'Late', scope: 'read', expires_at: '2026-01-01T00:00:00Z' });
    expect([past.status, fieldsOf(past)]).toEqual([422, ['expires_at']]);
    const { body } = await make(owner, { name: 'A year', scope: 'read', expires_at: '2093-01-01T01:00:00+01:00' });
    expect(body).toMatchObject({ expires_at: '2093-01-01T00:00:00.000Z' });
    await web.query("update api_tokens set expires_at = now() - interval '1 second' where id = ?", [body.id]);
    expect([await reads(body.token), (await owner.call('GET /user/tokens')).body]).toEqual([401, []]);
    expect((await make(owner, { name: 'A year', scope: 'read' })).status).toBe(201);
  });

  test('has a name of its own, and an account has up to 20', async () => {
    const owner = await newClient(web);
    await made(owner, 'read');
    const again = await make(owner, { name: 'READ', scope: 'write' });
    expect([again.status, fieldsOf(again)]).toEqual([409, ['name']]);
    const [first = 409, ...others] = await Promise.all(
      Array.from({ length: 4 }, async () => (await make(owner, { name: 'twice', scope: 'read' })).status),
    );
    expect([first, ...others].sort()).toEqual([201, 409, 409, 409]);
    for (let count = 2; count < TOKENS_MAX; count++) await make(owner, { name: `number ${count}`, scope: 'read' });
    expect((await make(owner, { name: 'one more', scope: 'read' })).status).toBe(409);
    expect((await owner.call('GET /user/tokens')).body).toHaveLength(TOKENS_MAX);
  });

  test.each([
    [{ scope: 'read' }, 'name'],
    [{ name: ' ', scope: 'read' }, 'name'],
    [{ name: 'a\nb', scope: 'read' }, 'name'],
    [{ name: 'x'.repeat(61), scope: 'read' }, 'name'],
    [{ name: 'Mine', scope: 'everything' }, 'scope'],
    [{ name: 'Mine', scope: 'read', expires_at: 'tomorrow' }, 'expires_at'],
  ])('is refused with %o', async (json, field) => {
    const reply = await make(await newClient(web), json);
    expect([reply.status, fieldsOf(reply)]).toEqual([422, [field]]);
  });

  test('is mailed to the owner of the account, without its secret or its name', async () => {
    const owner = await newClient(web);
    await made(owner, 'write');
    const mails = await web.query('select kind, email from account_mails where user_id = ?', [owner.id]);
    expect(mails).toContainEqual({ kind: 'token-created', email: owner.email });
  });

  test('stays when its owner changes the password, and ends with a new one by mail', async () => {
    const owner = await newClient(web);
    const { token } = await made(owner, 'read');
    const change = { current_password: 'stillhere', new_password: 'three plain words' };
    expect((await owner.call('POST /auth/password', { json: change })).status).toBe(204);
    expect(await reads(token)).toBe(200);
    await call(web, 'POST /auth/forgot', { json: { email: owner.email } });
    const [mailed] = await web.query<{ id: string }>(
      "select id from secrets where user_id = ? and purpose = 'reset-password'",
      [owner.id],
    );
    const secret = linkSecret(web.keyring, 'reset-password', mailed?.id ?? '', 0);
    expect((await call(web, 'POST /auth/reset', { json: { secret, password: 'four plain words now' } })).status).toBe(
      204,
    );
    expect(await reads(token)).toBe(401);
  });
});

describe('what a token may do', () => {
  /** @returns the code of the refusal of a call, which is about nothing that exists */
  async function refusalOf({ method, path }: Operation, token: string): Promise<unknown> {
    const address = path.replace('{version}', '1').replace(/\{\w+\}/g, randomUUID());
    const response = await web.fetch(`/api${address}`, { method, headers: { authorization: `Bearer ${token}` } });
    const isProblem = response.headers.get('content-type')?.includes('problem');
    return isProblem ? ((await response.json()) as { code: string }).code : null;
  }

  test.each(TOKEN_SCOPES)('with the scope %s: every call is made, or refused as forbidden', async (scope) => {
    const owner = await newClient(web);
    const { token } = await made(owner, scope);
    for (const operation of OPERATIONS.filter(({ auth }) => auth !== 'none')) {
      const refusal = await refusalOf(operation, token);
      const isForbidden = refusal === 'forbidden';
      expect([operation.id, isForbidden, refusal]).toEqual([operation.id, !mayCall(scope, operation.scope), refusal]);
      expect([operation.id, refusal]).not.toEqual([operation.id, 'unauthenticated']);
    }
  });

  test('no token sees or changes who may enter the account', () => {
    const forSessions = OPERATIONS.filter(({ scope }) => scope === 'session').map(({ id }) => id);
    expect(forSessions.sort()).toEqual(
      [
        ...['listSessions', 'endOtherSessions', 'endSession', 'listKnownDevices', 'forgetDevice', 'changePassword'],
        'stepUp',
        ...['askToChangeEmail', 'unlinkGoogle', 'deleteAccount', 'listTokens', 'createToken', 'deleteToken'],
      ].sort(),
    );
  });

  test('one for checking in checks in, and cannot even read when that was', async () => {
    const owner = await newClient(web);
    const { token } = await made(owner, 'check-in');
    await owner.call('PUT /emergency/settings?is_active=true');
    await web.query("update emergency_protocols set last_check_in = now() - interval '20 days' where owner_id = ?", [
      owner.id,
    ]);
    expect((await call(web, 'GET /emergency/status', bearer(token))).status).toBe(403);
    const checked = await call(web, 'POST /emergency/check-in', bearer(token));
    expect([checked.status, checked.body.days_since_last_check_in]).toEqual([200, 0]);
  });

  test('one that reads is no sign of life', async () => {
    const owner = await newClient(web);
    const { token } = await made(owner, 'read');
    await owner.call('PUT /emergency/settings?is_active=true');
    const since = "update emergency_protocols set last_check_in = now() - interval '20 days' where owner_id = ?";
    await web.query(since, [owner.id]);
    const { body } = await call(web, 'GET /emergency/status', bearer(token));
    expect([await reads(token), body.days_since_last_check_in]).toEqual([200, 20]);
  });

  test('one that begins as an own token does, and is the token of a sign-in, works', async () => {
    const owner = await newClient(web);
    await web.query("update sessions set token_hash = sha256('sh_chance') where user_id = ?", [owner.id]);
    expect(await reads('sh_chance')).toBe(200);
  });
});

describe('the page', () => {
  test('makes a token and shows it once, without scripts, and deletes it', async () => {
    const person = await web.person();
    const answer = await person.post('/profile/security', { name: 'Kitchen button', scope: 'check-in', ends: 'year' });
    const html = await answer.text();
    const [, token = ''] = /value="(sh_[\w-]{43})"/.exec(html) ?? [];
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    expect((await call(web, 'POST /emergency/check-in', bearer(token))).status).toBe(200);
    const after = await (await person.get('/profile/security')).text();
    expect([after.includes(token), after.includes('Kitchen button')]).toEqual([false, true]);
    const [, id = ''] = /name="token" value="([\w-]+)"/.exec(after) ?? [];
    const deleted = await person.post('/profile/security', { token: id });
    expect([deleted.status, deleted.headers.get('location')]).toEqual([302, '/profile/security']);
    expect((await call(web, 'POST /emergency/check-in', bearer(token))).status).toBe(401);
    expect((await person.post('/profile/security', { token: id })).status).toBe(302);
  });

  test('keeps what was typed when something is wrong, and says what', async () => {
    const person = await web.person();
    const wish = { name: 'Kitchen button', scope: 'read', ends: 'month' };
    const empty = await person.post('/profile/security', { ...wish, name: '' });
    expect([empty.status, (await empty.text()).includes('Please give it a name')]).toEqual([422, true]);
    await person.post('/profile/security', wish);
    const twice = await person.post('/profile/security', wish);
    const html = await twice.text();
    expect([twice.status, html.includes('You already have a token with this name')]).toEqual([409, true]);
    expect(html).toContain('value="Kitchen button"');
  });
});
