/** Codes from an app and recovery codes: turned on and off, each works once, and nothing stored gives one away. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestPasswordReset, resetPassword } from '#services/accounts/change-password.ts';
import {
  isOwnCode,
  offerCodes,
  readCodes,
  renewRecoveryCodes,
  turnOffCodes,
  turnOnCodes,
} from '#services/accounts/codes.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { rotateKeys } from '#services/crypto/person-key.ts';
import { appCode, given, withCodes } from '#tests/harness/codes.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

const [OLD, NEW] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);
const DEVICE = { userAgent: 'tests' };
const START = new Date('2026-10-12T09:00:00Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1_000);

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage(new Keyring(OLD as string));
});
afterAll(() => stage?.close());

const context = (seconds = 0) => stage.context(later(seconds));
const rows = <T>(sql: string, id: string) => stage.orm.em.fork().execute<T[]>(sql, [id]);
const kindsOf = async (id: string) =>
  (await rows<{ kind: string }>('select kind from record_entries where account_id = ? order by seq', id)).map(
    ({ kind }) => kind,
  );
const person = () => createPerson(stage.context());

it('are turned on by the first code of the app, with ten recovery codes, and are in the record', async () => {
  const ana = await person();
  expect(await readCodes(context(), ana.id)).toBeNull();
  const { recovery } = await withCodes(context(), ana);
  expect(recovery).toHaveLength(10);
  for (const code of recovery) expect(code).toMatch(/^[\da-z]{4}-[\da-z]{4}-[\da-z]{4}$/);
  expect(await readCodes(context(), ana.id)).toEqual({
    since: START.toISOString(),
    last_used_at: null,
    recovery: { left: 10, made_at: START.toISOString(), last_used_at: null },
  });
  expect(await kindsOf(ana.id)).toContain('account-codes-on');
});

it('are not turned on by a wrong code, a recovery code, another person’s offer, or twice', async () => {
  const [ana, rui] = [await person(), await person()];
  const { offer, secret } = await offerCodes(context(), ana);
  const code = given(appCode(secret, START));
  const wrong = given(appCode(secret, later(3_600)));
  const turnOn = (id: string, sent: { offer: string; code: ReturnType<typeof given> }) =>
    turnOnCodes(context(), id, sent, DEVICE);
  await expect(turnOn(ana.id, { offer, code: wrong })).rejects.toMatchObject({
    code: 'validation-failed',
    fields: [{ field: 'code' }],
  });
  await expect(turnOn(ana.id, { offer, code: given('0000-0000-0000') })).rejects.toMatchObject({
    code: 'validation-failed',
  });
  await expect(turnOn(rui.id, { offer, code })).rejects.toMatchObject({ code: 'conflict' });
  for (const broken of ['', 'x', `${offer.slice(0, -4)}AAAA`])
    await expect(turnOn(ana.id, { offer: broken, code })).rejects.toMatchObject({ code: 'conflict' });
  expect([await readCodes(context(), ana.id), await readCodes(context(), rui.id)]).toEqual([null, null]);
  await turnOn(ana.id, { offer, code });
  await expect(turnOn(ana.id, { offer, code })).rejects.toMatchObject({ code: 'conflict' });
});

it('a code of the app works once, a step early and late, and no older one after it', async () => {
  const ana = await person();
  const { secret } = await withCodes(context(), ana);
  const tries: [at: number, of: number][] = [
    [0, 0],
    [30, 30],
    [30, 30],
    [60, 90],
    [60, 60],
    [120, 30],
    [150, 120],
    [240, 180],
  ];
  const accepted: boolean[] = [];
  for (const [at, of] of tries) accepted.push(await isOwnCode(context(at), ana.id, given(appCode(secret, later(of)))));
  expect(accepted).toEqual([false, true, false, true, false, false, true, false]);
  expect(await readCodes(context(), ana.id)).toMatchObject({ last_used_at: later(150).toISOString() });
});

it('of two uses of one code at the same moment one is accepted', async () => {
  const ana = await person();
  const { secret, recovery } = await withCodes(context(), ana);
  for (const code of [appCode(secret, later(60)), recovery[0] ?? '']) {
    const both = [context(60), context(60)].map((one) => isOwnCode(one, ana.id, given(code)));
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
  }
});

it('a recovery code works once, however it is typed, and never for another person', async () => {
  const [ana, rui] = [await person(), await person()];
  const [{ recovery }] = [await withCodes(context(), ana), await withCodes(context(), rui)];
  const [first = '', second = ''] = recovery;
  expect(await isOwnCode(context(), rui.id, given(first))).toBe(false);
  expect(await isOwnCode(context(5), ana.id, given(first.toUpperCase().replaceAll('-', ' ')))).toBe(true);
  expect(await isOwnCode(context(), ana.id, given(first))).toBe(false);
  expect(await readCodes(context(), ana.id)).toMatchObject({
    recovery: { left: 9, last_used_at: later(5).toISOString() },
  });
  const renewed = await renewRecoveryCodes(context(9), ana.id);
  expect(renewed.filter((code) => recovery.includes(code))).toEqual([]);
  expect(await isOwnCode(context(), ana.id, given(second))).toBe(false);
  expect(await isOwnCode(context(), ana.id, given(renewed[0] ?? ''))).toBe(true);
  expect(await kindsOf(ana.id)).toEqual(
    expect.arrayContaining(['account-recovery-code-used', 'account-recovery-codes-made']),
  );
});

it('turned off, no code works; turned on anew, only those of the new app', async () => {
  const ana = await person();
  const first = await withCodes(context(), ana);
  await turnOffCodes(context(), ana.id);
  expect(await readCodes(context(), ana.id)).toBeNull();
  for (const code of [appCode(first.secret, later(60)), first.recovery[0] ?? ''])
    expect(await isOwnCode(context(60), ana.id, given(code))).toBe(false);
  await expect(turnOffCodes(context(), ana.id)).rejects.toMatchObject({ code: 'conflict' });
  await expect(renewRecoveryCodes(context(), ana.id)).rejects.toMatchObject({ code: 'conflict' });
  const second = await withCodes(context(90), ana);
  expect(await isOwnCode(context(150), ana.id, given(appCode(first.secret, later(150))))).toBe(false);
  expect(await isOwnCode(context(150), ana.id, given(appCode(second.secret, later(150))))).toBe(true);
  expect((await kindsOf(ana.id)).filter((kind) => kind.startsWith('account-codes'))).toEqual([
    'account-codes-on',
    'account-codes-off',
    'account-codes-on',
  ]);
});

it('the owner is mailed about each change of them', async () => {
  const ana = await person();
  await withCodes(context(), ana);
  await renewRecoveryCodes(context(), ana.id);
  await turnOffCodes(context(), ana.id);
  const mails = await rows("select email from account_mails where user_id = ? and kind = 'factors-changed'", ana.id);
  expect(mails).toEqual([{ email: ana.email }, { email: ana.email }, { email: ana.email }]);
});

it('neither the secret nor a recovery code is in the rows, and both work after the master key was replaced', async () => {
  const ana = await person();
  const { secret, recovery } = await withCodes(context(), ana);
  const all = JSON.stringify([
    await rows(
      "select encode(sealed, 'escape') as a, encode(sealed, 'hex') as b from totp_factors where user_id = ?",
      ana.id,
    ),
    await rows("select encode(code_hash, 'escape') as a from recovery_codes where user_id = ?", ana.id),
    await rows('select data::text from record_entries where account_id = ?', ana.id),
  ]);
  for (const one of [
    secret,
    secret.replaceAll(' ', ''),
    ...recovery,
    ...recovery.map((code) => code.replaceAll('-', '')),
  ])
    expect(all).not.toContain(one);
  await rotateKeys(stage.orm.em.fork(), new Keyring(`${NEW},${OLD}`));
  const rotated = { ...context(60), keyring: new Keyring(NEW as string) };
  expect(await isOwnCode(rotated, ana.id, given(appCode(secret, later(60))))).toBe(true);
  expect(await isOwnCode(rotated, ana.id, given(recovery[0] ?? ''))).toBe(true);
  await rotateKeys(stage.orm.em.fork(), new Keyring(`${OLD},${NEW}`));
});

it('a new password by email leaves codes on, except where nobody had confirmed the address: a stranger may have set them', async () => {
  const [ana, rui] = [await person(), await person()];
  await rows('update users set email_confirmed_at = null where id = ?', rui.id);
  await rows('update users set email_confirmed_at = now() where id = ?', ana.id);
  for (const { id, email } of [ana, rui]) {
    await withCodes(context(), { id, email });
    await requestPasswordReset(stage.context(), email);
    const [secret] = await rows<{ id: string }>(
      "select id from secrets where user_id = ? and purpose = 'reset-password'",
      id,
    );
    await resetPassword(
      stage.context(),
      linkSecret(stage.keyring, 'reset-password', secret?.id ?? '', 0),
      'three plain words',
    );
  }
  expect([await readCodes(context(), ana.id), await readCodes(context(), rui.id)]).toEqual([
    expect.objectContaining({ since: START.toISOString() }),
    null,
  ]);
});
