/** The second step of signing in: who is asked for a code, once, and what the first step alone is good for. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { changePassword } from '#services/accounts/change-password.ts';
import { turnOffCodes } from '#services/accounts/codes.ts';
import { signInWithIdentity } from '#services/accounts/identities.ts';
import { forgetDevices, listKnownDevices } from '#services/accounts/known-device.ts';
import {
  CodeRequired,
  checkInBySecondStep,
  checkSecondStep,
  SECOND_STEP_LIFE,
  takeSecondStep,
} from '#services/accounts/second-step.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { signUpOnce } from '#services/accounts/sign-up.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { appCode, given, withCodes } from '#tests/harness/codes.ts';
import { giveNeeds } from '#tests/harness/needs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

const START = new Date();
/** The time of a request, in seconds after codes were turned on. */
const context = (seconds = 0) => stage.context(new Date(START.getTime() + seconds * SECOND));
const query = <T>(sql: string, id: string) => stage.orm.em.fork().execute<T[]>(sql, [id]);
const sessionsOf = (id: string) => query('select id from sessions where user_id = ?', id);

type Enter = ReturnType<typeof signIn>;
/** @returns the secret of the second step */
async function asked(entering: Enter): Promise<string> {
  const error = await entering.catch((thrown: unknown) => thrown);
  if (!(error instanceof CodeRequired)) throw new Error('No code was asked for.');
  return error.secret ?? '';
}

/** A person with codes, whose account is not signed in and knows no browser; in the middle of a reminder. */
async function personWithCodes() {
  const person = await createPerson(context());
  await giveNeeds(context(), person);
  await changeSettings(context(), person.id, { is_active: true });
  await query(
    `update emergency_protocols set stage = 'reminding', last_check_in = now() - interval '24 days' where owner_id = ?`,
    person.id,
  );
  await query('delete from sessions where user_id = ?', person.id);
  await forgetDevices(context().em, person.id);
  const codes = await withCodes(context(), person);
  const at = (seconds: number) => given(appCode(codes.secret, START.getTime() + seconds * SECOND));
  const enter = (
    seconds: number,
    code?: ReturnType<typeof given>,
    proof: string | null = null,
    kind = 'cookie' as 'cookie' | 'token',
  ) =>
    signIn(context(seconds), { email: person.email, password: 'stillhere', code }, { userAgent: 'tests', proof }, kind);
  return { ...person, ...codes, at, enter };
}

const byGoogle = (email: string, subject = randomBytes(8).toString('hex')) =>
  signInWithIdentity(
    context(),
    {
      issuer: 'https://accounts.google.com',
      subject,
      email,
      emailVerified: true,
      runsMailbox: true,
      name: null,
      picture: null,
    },
    null,
    { userAgent: 'tests' },
    'cookie',
  );

describe('a program', () => {
  it('is refused without a code, with a wrong one and with a used one, and opens no session', async () => {
    const ana = await personWithCodes();
    const call = (seconds: number, code?: ReturnType<typeof given>) => ana.enter(seconds, code, null, 'token');
    expect(await call(60).catch((error) => [error.code, error.secret])).toEqual(['code-required', null]);
    await expect(call(60, ana.at(3_600))).rejects.toMatchObject({
      code: 'unauthenticated',
      fields: [{ field: 'code' }],
    });
    await expect(call(60, given('0000-0000-0000'))).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await sessionsOf(ana.id)).toEqual([]);
    const { secret } = await call(60, ana.at(60));
    expect(await findSession(context(60), 'token', secret)).toMatchObject({ user: { id: ana.id } });
    await expect(call(60, ana.at(60))).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('is asked each time: it has no proof that it gave a code before', async () => {
    const ana = await personWithCodes();
    await ana.enter(60, given(ana.recovery[0] ?? ''), null, 'token');
    await expect(ana.enter(60, undefined, null, 'token')).rejects.toMatchObject({ code: 'code-required' });
  });

  it('learns nothing of codes by a wrong password', async () => {
    const { email } = await personWithCodes();
    const guess = signIn(context(), { email, password: 'wrong one' }, { userAgent: 'tests' }, 'token');
    await expect(guess).rejects.toMatchObject({ code: 'unauthenticated', fields: [] });
  });
});

describe('a browser', () => {
  it('signs in by a code of the app or a recovery code, once for each second step', async () => {
    const ana = await personWithCodes();
    for (const [seconds, code] of [
      [60, ana.at(60)],
      [90, given(ana.recovery[0] ?? '')],
    ] as const) {
      const step = await asked(ana.enter(seconds));
      await expect(takeSecondStep(context(seconds), step, ana.at(7_200), { userAgent: 'tests' })).rejects.toMatchObject(
        {
          code: 'unauthenticated',
        },
      );
      const { secret } = await takeSecondStep(context(seconds), step, code, { userAgent: 'tests' });
      expect(await findSession(context(seconds), 'cookie', secret)).toMatchObject({ user: { id: ana.id } });
      await expect(checkSecondStep(context(seconds), step)).rejects.toMatchObject({ code: 'gone' });
    }
  });

  it('that gave a code is asked for none again, until codes are turned off and on, or the password is replaced', async () => {
    const ana = await personWithCodes();
    const step = await asked(ana.enter(60));
    const { proof, secret } = await takeSecondStep(context(60), step, ana.at(60), { userAgent: 'tests' });
    expect((await ana.enter(90, undefined, proof)).user.id).toBe(ana.id);
    await expect(ana.enter(90)).rejects.toMatchObject({ code: 'code-required' });
    await turnOffCodes(context(), ana.id);
    expect((await ana.enter(120, undefined, proof)).user.id).toBe(ana.id);
    const anew = await withCodes(context(150), ana);
    await asked(ana.enter(150, undefined, proof));
    const passed = await takeSecondStep(
      context(150),
      await asked(ana.enter(150, undefined, proof)),
      given(anew.recovery[0] ?? ''),
      { userAgent: 'tests', proof },
    );
    const session = await findSession(context(150), 'cookie', secret);
    if (!session) throw new Error('The first session has ended.');
    await changePassword(context(150), session, { current_password: 'stillhere', new_password: 'three plain words' });
    expect(await listKnownDevices(context().em, ana.id, passed.proof)).toEqual([]);
    const after = signIn(
      context(180),
      { email: ana.email, password: 'three plain words' },
      { userAgent: 'tests', proof: passed.proof },
      'cookie',
    );
    await asked(after);
  });

  it('that only knew the password before is asked: knowing it is no second factor', async () => {
    const ana = await createPerson(context());
    const { proof } = await signIn(
      context(),
      { email: ana.email, password: 'stillhere' },
      { userAgent: 'tests' },
      'cookie',
    );
    await withCodes(context(), ana);
    const again = signIn(
      context(60),
      { email: ana.email, password: 'stillhere' },
      { userAgent: 'tests', proof },
      'cookie',
    );
    expect(await asked(again)).toMatch(/^[\w-]{48}$/);
  });

  it('is asked after Google, too, and after the form of signing up with an account’s own password', async () => {
    const ana = await personWithCodes();
    const subject = randomBytes(8).toString('hex');
    expect(await asked(byGoogle(ana.email, subject))).toMatch(/^[\w-]{48}$/);
    const step = await asked(byGoogle(ana.email, subject));
    expect(await sessionsOf(ana.id)).toEqual([]);
    const { user } = await takeSecondStep(context(60), step, ana.at(60), { userAgent: 'tests' });
    expect(user.id).toBe(ana.id);
    const form = { email: ana.email, password: 'stillhere', name: 'Ana', time_zone: 'UTC' };
    expect(await asked(signUpOnce(context(), form, { userAgent: 'tests' }, 'cookie'))).toMatch(/^[\w-]{48}$/);
  });
});

describe('the second step', () => {
  it('ends after a quarter of an hour, and with a new password', async () => {
    const ana = await personWithCodes();
    const step = await asked(ana.enter(0));
    const end = SECOND_STEP_LIFE / SECOND;
    expect(SECOND_STEP_LIFE).toBe(15 * MINUTE);
    await checkSecondStep(context(end - 1), step);
    const recovery = given(ana.recovery[0] ?? '');
    for (const late of [
      () => checkSecondStep(context(end), step),
      () => checkInBySecondStep(context(end), step),
      () => takeSecondStep(context(end), step, recovery, { userAgent: 'tests' }),
    ])
      await expect(late()).rejects.toMatchObject({ code: 'gone' });
    const { secret } = await ana.enter(60, ana.at(60));
    const session = await findSession(context(60), 'cookie', secret);
    if (!session) throw new Error('There is no session.');
    const second = await asked(ana.enter(60));
    await changePassword(context(60), session, { current_password: 'stillhere', new_password: 'three plain words' });
    await expect(checkSecondStep(context(60), second)).rejects.toMatchObject({ code: 'gone' });
  });

  it('is no session, and a link of another kind is no second step', async () => {
    const ana = await personWithCodes();
    const step = await asked(ana.enter(0));
    for (const kind of ['cookie', 'token'] as const) expect(await findSession(context(), kind, step)).toBeNull();
    for (const wrong of ['', 'x', 'x'.repeat(48)])
      await expect(checkInBySecondStep(context(), wrong)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('checks in without a code, and so has the right password before it', async () => {
    const ana = await personWithCodes();
    const status = () => emergencyStatus(stage.context(), ana.id);
    const silent = () =>
      query(
        `update emergency_protocols set stage = 'reminding', last_check_in = now() - interval '24 days' where owner_id = ?`,
        ana.id,
      );
    expect(await status()).toMatchObject({ stage: 'reminding' });
    const step = await asked(ana.enter(0));
    expect(await status()).toMatchObject({ stage: 'armed', days_since_last_check_in: 0 });
    await silent();
    await checkInBySecondStep(context(), step);
    expect(await status()).toMatchObject({ stage: 'armed', days_since_last_check_in: 0 });
    await silent();
    await expect(ana.enter(60, ana.at(7_200), null, 'token')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await status()).toMatchObject({ stage: 'armed' });
    expect(await sessionsOf(ana.id)).toEqual([]);
  });
});
