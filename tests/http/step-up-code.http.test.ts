/** A code from an app, or a recovery code, as the proof of the last 10 minutes; and turning codes off and on asks for one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appCode, withCodes } from '#tests/harness/codes.ts';
import { ageProof } from './old-proof.ts';
import { sessionsOn } from './sign-in.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const { tokenOf, call, problem } = sessionsOn(() => web);
const CODES = '/profile/security/codes';

/** A person with codes, who proved who they are long ago: on a page, and in a program. */
async function personWithCodes() {
  const person = await web.person();
  const token = await tokenOf(person.email);
  const [row] = await web.query<{ id: string }>('select id from users where email = ?', [person.email]);
  const id = row?.id ?? '';
  const codes = await withCodes({ em: web.fork(), keyring: web.keyring, now: new Date() }, { id, email: person.email });
  await web.query('update totp_factors set last_step = 0 where user_id = ?', [id]);
  await ageProof(web, person.email);
  return { person, token, ...codes };
}

test('a call is proved by a code, once; a wrong one, none, and one beside a wrong password are refused', async () => {
  const { token, secret, recovery } = await personWithCodes();
  const guarded = () => call(token, 'POST /user/tokens', { name: 'Copy at home', scope: 'read' });
  const stepUp = (proof: object) => call(token, 'POST /auth/step-up', proof);
  expect(await problem(await guarded())).toMatchObject({ code: 'step-up-required' });
  for (const [proof, status] of [
    [{ code: '0000-0000-0000' }, 401],
    [{ code: 'abc' }, 422],
    [{}, 422],
    [{ code: recovery[0], password: 'not it at all' }, 401],
  ] as const)
    expect([proof, (await stepUp(proof)).status]).toEqual([proof, status]);
  expect((await guarded()).status).toBe(403);
  const code = appCode(secret, Date.now() + 30_000);
  expect([(await stepUp({ code })).status, (await stepUp({ code })).status]).toEqual([204, 401]);
  expect((await guarded()).status).toBe(201);
});

test('a page is proved by a recovery code, and goes on with what was sent', async () => {
  const { person, recovery } = await personWithCodes();
  const refused = await person.post(CODES, { intent: 'renew' });
  const stepUp = refused.headers.get('location') ?? '';
  expect([refused.status, stepUp]).toEqual([307, `/step-up?to=${encodeURIComponent(CODES)}`]);
  const asked = await (await person.post(stepUp, { intent: 'renew' })).text();
  expect(asked).toContain('Code from your app, or a recovery code');
  const sent = { intent: 'renew', 'step-up-password': '' };
  const wrong = await person.post(stepUp, { ...sent, 'step-up-code': '0000-0000-0000' });
  expect([wrong.status, (await wrong.text()).includes('That code isn’t right')]).toEqual([401, true]);
  const right = await person.post(stepUp, { ...sent, 'step-up-code': recovery[0] ?? '' });
  expect([right.status, right.headers.get('location')]).toEqual([307, CODES]);
  expect(await (await person.post(CODES, { intent: 'renew' })).text()).toContain('Save these ten recovery codes now');
});

test('somebody at an open browser can neither turn codes off nor on; the wait of a lost phone is stopped without a proof', async () => {
  const { person } = await personWithCodes();
  for (const fields of [{ intent: 'off' }, { intent: 'on', offer: 'x', code: '123456' }] as Record<string, string>[])
    expect((await person.post(CODES, fields)).status).toBe(307);
  expect((await person.post('/profile/security/lost')).headers.get('location')).toBe('/profile/security');
});
