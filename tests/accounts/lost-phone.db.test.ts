/** A lost phone without a recovery code: 72 hours in which everybody is told and can stop it, and then a link. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOST_LINK_LIFE, LOST_WAIT } from '#domain/accounts/codes.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { accountMailJob } from '#services/accounts/account-mail-job.ts';
import { resetPassword } from '#services/accounts/change-password.ts';
import { isOwnCode, readCodes, turnOffCodes } from '#services/accounts/codes.ts';
import {
  beginLostWait,
  findLostLink,
  signInAfterWait,
  stopLostWait,
  stopLostWaitByLink,
} from '#services/accounts/lost-phone.ts';
import { readLostWait } from '#services/accounts/lost-wait.ts';
import { CodeRequired, takeSecondStep } from '#services/accounts/second-step.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { warningMessageJob } from '#services/emergency/warning-message-job.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { EmailMessage, PhoneWarning } from '#services/ports/senders.ts';
import { appCode, given, withCodes } from '#tests/harness/codes.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

const DEVICE = { userAgent: 'tests' };
const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: 'm1' };
const LINKS = ['lost-phone', 'stop-lost-phone'] as const;
const context = (later = 0) => stage.context(new Date(Date.now() + later));
const query = <T>(sql: string, params: unknown[]) => stage.orm.em.fork().execute<T[]>(sql, params);

async function secondStep(email: string, password = 'stillhere'): Promise<string> {
  const error = await signIn(context(), { email, password }, DEVICE, 'cookie').catch((thrown: unknown) => thrown);
  if (!(error instanceof CodeRequired) || !error.secret) throw new Error('No code was asked for.');
  return error.secret;
}

/** A person who lost the phone, and has said so. */
async function waiting() {
  const person = await createPerson(context());
  const codes = await withCodes(stage.context(new Date(Date.now() - HOUR)), person);
  const step = await secondStep(person.email);
  const wait = await beginLostWait(context(), step);
  return { ...person, ...codes, step, wait };
}

/** @returns the secret of the newest link of this kind */
async function linkOf(id: string, purpose: 'lost-phone' | 'stop-lost-phone'): Promise<string> {
  const rows = await query<{ id: string }>(
    'select id from secrets where user_id = ? and purpose = ? order by created_at desc, id desc limit 1',
    [id, purpose],
  );
  return linkSecret(stage.keyring, purpose, rows[0]?.id ?? '', 0);
}

/** As if everything of this wait had happened so much earlier. */
async function pass(id: string, milliseconds: number): Promise<void> {
  const by = `make_interval(secs => ${milliseconds / SECOND})`;
  await query(
    `update secrets set created_at = created_at - ${by}, expires_at = expires_at - ${by} where user_id = ? and purpose like '%lost-phone'`,
    [id],
  );
  await query(
    `update jobs set run_at = run_at - ${by} where kind = 'account-mail' and subject in (select id::text from account_mails where user_id = ?)`,
    [id],
  );
}

const MEANS = { keyring: () => stage.keyring, policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE } };
const ORIGIN = 'https://stillhere.example';

/** A provider that takes every message. */
const accepting = <M>(note: (message: M) => void) => ({
  async send(message: M) {
    note(message);
    return ACCEPTED;
  },
});

/** Sends what is due, as the worker does. @returns the mails to this address with a link of a wait */
async function mailsDue({ id, email }: { id: string; email: string }): Promise<string[]> {
  const sent: EmailMessage[] = [];
  // why: mails reach people.
  const sender = accepting((message: EmailMessage) => sent.push(message));
  const fork = () => stage.orm.em.fork();
  const job = accountMailJob({
    fork,
    keyring: MEANS.keyring(),
    policy: MEANS.policy,
    appOrigin: ORIGIN,
    email: sender,
  });
  while ((await runDueJobs(fork, 'account-mail', job)) > 0);
  const links = await Promise.all(LINKS.map(async (kind) => [kind, await linkOf(id, kind)] as const));
  return sent
    .filter(({ to }) => to.email === email)
    .flatMap(({ text }) =>
      links.filter(([, link]) => text.includes(`${ORIGIN}/auth/lost/${link}`)).map(([kind]) => kind),
    );
}

/** Sends what waits for the owner's other channels. @returns the links in it, by address */
async function messagesDue(): Promise<[address: string, link: string][]> {
  const sent: [string, string][] = [];
  const fork = () => stage.orm.em.fork();
  // why: messages reach people.
  const phone = accepting(({ to, path }: PhoneWarning) => sent.push([to, `${path}`]));
  const email = accepting(({ to, text }: EmailMessage) =>
    sent.push([to.email, /auth\/lost\/[\w-]{48}/.exec(text)?.[0] ?? '']),
  );
  const job = warningMessageJob({
    ...{ fork, keyring: MEANS.keyring(), policy: MEANS.policy, appOrigin: ORIGIN, day: DAY, email },
    phones: { sms: phone, whatsapp: phone },
    onRefused: () => {},
  });
  while ((await runDueJobs(fork, 'warning-message', job)) > 0);
  return sent.toSorted();
}

describe('the wait', () => {
  it('lasts 72 hours by the clock of the database, and is begun once', async () => {
    expect([LOST_WAIT, LOST_LINK_LIFE]).toEqual([72 * HOUR, 7 * DAY]);
    const ana = await waiting();
    expect(Date.parse(ana.wait.ends_at) - Date.parse(ana.wait.begun_at)).toBe(72 * HOUR);
    expect(await beginLostWait(context(), ana.step)).toEqual(ana.wait);
    const [rows] = await query<{ count: number }>(
      "select count(*)::int as count from account_mails where user_id = ? and kind = 'lost-phone-begun'",
      [ana.id],
    );
    expect(rows?.count).toBe(1);
    const kinds = await query<{ kind: string }>(
      "select kind from record_entries where account_id = ? and kind like '%lost%'",
      [ana.id],
    );
    expect(kinds).toEqual([{ kind: 'account-lost-phone-begun' }]);
  });

  it('of two beginnings at the same moment there is one', async () => {
    const ana = await createPerson(context());
    await withCodes(context(), ana);
    const step = await secondStep(ana.email);
    const [one, other] = await Promise.all([beginLostWait(context(), step), beginLostWait(context(), step)]);
    expect(one).toEqual(other);
  });

  it('needs the right password first: neither a wrong link nor an account without codes begins one', async () => {
    const ana = await createPerson(context());
    await expect(beginLostWait(context(), 'x'.repeat(48))).rejects.toMatchObject({ code: 'not-found' });
    await withCodes(context(), ana);
    const step = await secondStep(ana.email);
    await turnOffCodes(context(), ana.id);
    await expect(beginLostWait(context(), step)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readLostWait(context(), ana.id)).toBeNull();
  });

  it('is told at once to the account’s address and to each channel that the owner confirmed, and to no other', async () => {
    const ana = await createPerson(context());
    await withCodes(context(), ana);
    for (const [channel, address, isConfirmed] of [
      ['second_email', 'second@example.com', true],
      ['sms', '+351912345678', true],
      ['whatsapp', '+351912345679', false],
    ] as const)
      await query(
        'insert into warning_channels (owner_id, channel, address, is_used, confirmed_at) values (?, ?, ?, true, ?)',
        [ana.id, channel, address, isConfirmed ? new Date() : null],
      );
    await beginLostWait(context(), await secondStep(ana.email));
    expect(await mailsDue(ana)).toEqual(['stop-lost-phone']);
    const stop = `auth/lost/${await linkOf(ana.id, 'stop-lost-phone')}`;
    expect(await messagesDue()).toEqual([
      ['+351912345678', stop],
      ['second@example.com', stop],
    ]);
  });

  it('is told to no other channel once it was stopped', async () => {
    const ana = await createPerson(context());
    await withCodes(context(), ana);
    await query(
      "insert into warning_channels (owner_id, channel, address, is_used, confirmed_at) values (?, 'sms', '+351912345670', true, now())",
      [ana.id],
    );
    await beginLostWait(context(), await secondStep(ana.email));
    await stopLostWait(context(), ana.id);
    expect(await messagesDue()).toEqual([]);
  });
});

describe('after the wait', () => {
  it('the link is mailed and signs in with the password, once; codes are off, recovery codes have ended', async () => {
    const ana = await waiting();
    await mailsDue(ana);
    await pass(ana.id, LOST_WAIT - 60 * SECOND);
    expect(await mailsDue(ana)).toEqual([]);
    const link = await linkOf(ana.id, 'lost-phone');
    await expect(signInAfterWait(context(), link, 'stillhere', DEVICE)).rejects.toMatchObject({ code: 'gone' });
    await pass(ana.id, 60 * SECOND);
    expect(await mailsDue(ana)).toEqual(['lost-phone']);
    expect(await findLostLink(context(), link)).toBe('sign-in');
    await expect(signInAfterWait(context(), link, 'wrong one', DEVICE)).rejects.toMatchObject({
      code: 'unauthenticated',
      fields: [{ field: 'password' }],
    });
    const { user } = await signInAfterWait(context(), link, 'stillhere', DEVICE);
    expect([user.id, await readCodes(context(), ana.id), await readLostWait(context(), ana.id)]).toEqual([
      ana.id,
      null,
      null,
    ]);
    for (const used of [link, await linkOf(ana.id, 'stop-lost-phone')])
      await expect(findLostLink(context(), used)).rejects.toMatchObject({ code: 'gone' });
    expect((await signIn(context(), { email: ana.email, password: 'stillhere' }, DEVICE, 'cookie')).user.id).toBe(
      ana.id,
    );
    expect(await isOwnCode(context(), ana.id, given(ana.recovery[0] ?? ''))).toBe(false);
  });

  it('the link works for a week, and with a password that was replaced meanwhile', async () => {
    const ana = await waiting();
    const reset = await query<{ id: string }>(
      `insert into secrets (id, user_id, purpose, email, created_at, expires_at)
       values (gen_random_uuid(), ?, 'reset-password', ?, now(), now() + interval '1 hour') returning id`,
      [ana.id, ana.email],
    );
    await resetPassword(
      context(),
      linkSecret(stage.keyring, 'reset-password', reset[0]?.id ?? '', 0),
      'three plain words',
    );
    await pass(ana.id, LOST_WAIT + LOST_LINK_LIFE - 60 * SECOND);
    const link = await linkOf(ana.id, 'lost-phone');
    await expect(signInAfterWait(context(), link, 'stillhere', DEVICE)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(signInAfterWait(context(60 * SECOND), link, 'three plain words', DEVICE)).rejects.toMatchObject({
      code: 'gone',
    });
    expect((await signInAfterWait(context(), link, 'three plain words', DEVICE)).user.id).toBe(ana.id);
  });
});

describe('it is stopped', () => {
  const STOPS: Record<string, (ana: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>> = {
    'by the link of a message': async ({ id }) => stopLostWaitByLink(context(), await linkOf(id, 'stop-lost-phone')),
    'on a page of a device that is signed in': ({ id }) => stopLostWait(context(), id),
    'by a code of the app at sign-in': async ({ email, secret }) =>
      takeSecondStep(context(), await secondStep(email), given(appCode(secret, Date.now())), DEVICE),
    'by a recovery code': async ({ email, recovery }) =>
      takeSecondStep(context(), await secondStep(email), given(recovery[0] ?? ''), DEVICE),
    'by turning codes off': ({ id }) => turnOffCodes(context(), id),
  };

  it.each(Object.keys(STOPS))('%s: no link is sent, and neither link works', async (how) => {
    const ana = await waiting();
    await mailsDue(ana);
    await STOPS[how]?.(ana);
    expect(await readLostWait(context(), ana.id)).toBeNull();
    await pass(ana.id, LOST_WAIT);
    expect(await mailsDue(ana)).toEqual([]);
    for (const purpose of ['lost-phone', 'stop-lost-phone'] as const)
      await expect(findLostLink(context(), await linkOf(ana.id, purpose))).rejects.toMatchObject({ code: 'gone' });
    const link = await linkOf(ana.id, 'lost-phone');
    await expect(signInAfterWait(context(), link, 'stillhere', DEVICE)).rejects.toMatchObject({ code: 'gone' });
    const kinds = await query<{ kind: string }>(
      "select kind from record_entries where account_id = ? and kind like '%lost%' order by seq",
      [ana.id],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['account-lost-phone-begun', 'account-lost-phone-stopped']);
  });

  it('a second stop does nothing, and the owner can begin again', async () => {
    const ana = await waiting();
    expect([await stopLostWait(context(), ana.id), await stopLostWait(context(), ana.id)]).toEqual([true, false]);
    const again = await beginLostWait(context(), ana.step);
    expect(await readLostWait(context(), ana.id)).toEqual(again);
  });
});
