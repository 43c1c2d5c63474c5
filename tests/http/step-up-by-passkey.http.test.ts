/** A passkey as the proof that something important is its owner's wish, on the page and by the API. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, newClient } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { Authenticator, type Lie } from '#tests/harness/authenticator.ts';
import { ageProof } from './old-proof.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

const PASSKEYS = '/profile/security/passkeys';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

/** An owner with a passkey whose last proof is old, in a browser and as a program. */
async function owner() {
  const client = await newClient(web);
  const { visitor } = await byPage(web, client);
  const key = new Authenticator(web.origin);
  const options = (await (await visitor.get(`${PASSKEYS}/options`)).json()) as PublicKeyCredentialCreationOptionsJSON;
  await visitor.post(PASSKEYS, { answer: JSON.stringify(key.create(options)) });
  await ageProof(web, client.email);
  return { client, visitor, key };
}

const stepUpTo = (to: string) => `/step-up?${new URLSearchParams({ to })}`;
const FIELDS = { name: 'Ana', email: 'ana@example.com', language: 'pt' };
const contactsOf = (email: string) =>
  web.query('select c.name from trusted_contacts c join users u on u.id = c.owner_id where u.email = ?', [email]);

async function answerOn(visitor: Visitor, key: Authenticator, lie: Lie = {}): Promise<string> {
  const options = (await (await visitor.get('/step-up/options')).json()) as PublicKeyCredentialRequestOptionsJSON;
  return JSON.stringify(key.get(options, lie));
}

async function prove(client: Client, key: Authenticator, lie: Lie = {}): Promise<number> {
  const { body } = await client.call<PublicKeyCredentialRequestOptionsJSON>('POST /auth/step-up/options');
  return (await client.call('POST /auth/step-up', { json: { ...key.get(body, lie) } })).status;
}

const pause = async (client: Client) => (await client.call('PUT /emergency/settings?inactive_days=40')).body.code;

describe('on the page', () => {
  test('a passkey lets the form that waits go on, as it was typed', async () => {
    const { client, visitor, key } = await owner();
    const to = '/profile/contacts';
    expect((await visitor.post(to, FIELDS)).status).toBe(307);
    const answer = await answerOn(visitor, key);
    const proved = await visitor.post(stepUpTo(to), { ...FIELDS, 'step-up-passkey': answer });
    expect([proved.status, proved.headers.get('location')]).toEqual([307, to]);
    await visitor.post(to, { ...FIELDS, 'step-up-passkey': answer });
    expect(await contactsOf(client.email)).toEqual([{ name: 'Ana' }]);
  });

  test.each([
    ['from another origin', { origin: 'https://elsewhere.example' }],
    ['for another site', { rpId: 'elsewhere.example' }],
    ['without a look at the person', { isVerified: false }],
  ])('an answer %s is refused, and what was typed stays', async (_, lie) => {
    const { client, visitor, key } = await owner();
    const answer = await answerOn(visitor, key, lie);
    const refused = await visitor.post(stepUpTo('/profile/contacts'), { ...FIELDS, 'step-up-passkey': answer });
    const page = await refused.text();
    expect([refused.status, page]).toEqual([401, expect.stringContaining('This passkey didn’t prove that it’s you')]);
    expect(page).toContain('type="hidden" name="email" value="ana@example.com"');
    expect(await contactsOf(client.email)).toEqual([]);
  });

  test('what is no answer is refused', async () => {
    const { visitor } = await owner();
    for (const answer of ['', '{}', 'no json', '{"response":{}}'])
      expect((await visitor.post(stepUpTo('/profile/contacts'), { 'step-up-passkey': answer })).status).toBe(422);
  });

  test('a passkey is asked for, added, named and removed only after a proof', async () => {
    const { visitor, key } = await owner();
    const html = await (await visitor.get('/profile/security')).text();
    const [, id = ''] = /name="passkey" value="([\w-]+)"/.exec(html) ?? [];
    expect((await visitor.get(`${PASSKEYS}/options`)).status).toBe(403);
    expect((await visitor.post(PASSKEYS, { passkey: id })).status).toBe(307);
    expect((await visitor.post(`${PASSKEYS}/${id}`, { name: 'Mine' })).status).toBe(307);
    const answer = await answerOn(visitor, key);
    await visitor.post(stepUpTo(PASSKEYS), { passkey: id, 'step-up-passkey': answer });
    expect((await visitor.get(`${PASSKEYS}/options`)).status).toBe(200);
    expect((await visitor.post(PASSKEYS, { passkey: id })).headers.get('location')).toBe('/profile/security');
  });
});

describe('by the API', () => {
  test('a passkey is a proof for the session that asked, once', async () => {
    const { client, key } = await owner();
    expect(await pause(client)).toBe('step-up-required');
    expect(await prove(client, key)).toBe(204);
    expect(await pause(client)).toBeUndefined();
    const { body } = await client.call<PublicKeyCredentialRequestOptionsJSON>('POST /auth/step-up/options');
    const json = { ...key.get(body) };
    const statuses = [];
    for (let times = 0; times < 2; times++) statuses.push((await client.call('POST /auth/step-up', { json })).status);
    expect(statuses).toEqual([204, 410]);
  });

  test('the passkey of another account, another origin and an unverified person prove nothing', async () => {
    const [{ client, key }, stranger] = [await owner(), await owner()];
    expect(await prove(client, stranger.key)).toBe(401);
    expect(await prove(client, key, { origin: 'https://elsewhere.example' })).toBe(401);
    expect(await prove(client, key, { isVerified: false })).toBe(401);
    expect(await pause(client)).toBe('step-up-required');
  });

  test('what is no answer is refused at its field', async () => {
    const client = await newClient(web);
    const { status, body } = await client.call('POST /auth/step-up', { json: { response: {} } });
    expect([status, body.code]).toEqual([422, 'validation-failed']);
  });
});
