/** Links in mails: to confirm an address, to change it, and to set a new password. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountMailKind } from '#db/entities/accounts.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { deleteOldAccountMails } from '#services/accounts/account-mail-job.ts';
import { enqueueAccountMail } from '#services/accounts/account-mails.ts';
import { requestPasswordReset, resetPassword } from '#services/accounts/change-password.ts';
import {
  confirmAddress,
  findConfirmation,
  requestConfirmation,
  requestEmailChange,
} from '#services/accounts/email-address.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { sendDueAccountMails } from '#tests/harness/jobs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: null };

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());
beforeEach(() => em().execute('delete from account_mails'));
const em = () => stage.orm.em.fork();

/** One round of the worker, with a provider that gives this answer. */
async function round(answer: ProviderAnswer = ACCEPTED): Promise<EmailMessage[]> {
  const sent: EmailMessage[] = [];
  await sendDueAccountMails({
    fork: em,
    keyring: stage.keyring,
    // why: what a provider answers cannot be chosen with a real one.
    email: {
      send: async (message) => {
        sent.push(message);
        return answer;
      },
    },
    policy: { claimLease: 20 * SECOND, unknownWait: 0, minute: MINUTE },
    appOrigin: 'https://stillhere.example',
  });
  return sent;
}

/** The one link in a mail. */
const secretIn = (mail: EmailMessage | undefined) =>
  /\/auth\/(?:confirm|reset)\/([\w-]{48})/.exec(mail?.text ?? '')?.[1] ?? '';
const mails = () =>
  em().execute<{ kind: AccountMailKind; tries: number | null; is_sent: boolean; wait: number | null }[]>(
    `select m.kind, j.tries, sent_at is not null as is_sent, round(extract(epoch from j.run_at - now()))::int as wait
     from account_mails m left join jobs j on j.kind = 'account-mail' and j.subject = m.id::text order by m.created_at, m.id`,
  );
const userOf = async (id: string) => {
  const [row] = await em().execute<{ email: string; is_confirmed: boolean }[]>(
    'select email, email_confirmed_at is not null as is_confirmed from users where id = ?',
    [id],
  );
  return row;
};
const password = (email: string, word: string) =>
  signIn(stage.context(), { email, password: word }, { userAgent: 'tests' }, 'cookie');

/** A person who has just signed up, with the link that was mailed to them. */
async function newcomer() {
  const person = await createPerson(stage.context());
  await unconfirm((sql, params) => em().execute(sql, params), person.id);
  const [mail] = await round();
  return { ...person, confirmation: secretIn(mail) };
}

async function resetLink(email: string): Promise<string> {
  await requestPasswordReset(stage.context(), email);
  return (await round()).map(secretIn).findLast(Boolean) ?? '';
}

async function changeLink(id: string, email: string): Promise<string> {
  await requestEmailChange(stage.context(), id, { email, password: 'stillhere' });
  return (await round()).map(secretIn).findLast(Boolean) ?? '';
}

describe('a mail about an account', () => {
  it.each<[ProviderAnswer, number]>([
    [{ kind: 'transient', reason: '503', retryAfter: null }, 60],
    [{ kind: 'transient', reason: '429', retryAfter: 7 * SECOND }, 7],
    [{ kind: 'unknown', reason: 'reset' }, 60],
    [{ kind: 'configuration', reason: '401' }, 900],
  ])('that nobody took is tried again, with the same link: %o', async (answer, wait) => {
    await createPerson(stage.context());
    const [first] = await round(answer);
    expect(await mails()).toEqual([{ kind: 'confirm-email', tries: 1, is_sent: false, wait }]);
    expect(await round()).toEqual([]);
    await em().execute('update jobs set run_at = now()');
    const [second] = await round();
    expect(second).toEqual(first);
    expect(secretIn(second)).toHaveLength(48);
    expect(await mails()).toEqual([{ kind: 'confirm-email', tries: null, is_sent: true, wait: null }]);
  });

  it('is given up when its address is refused, when its link is over, and after a week', async () => {
    const { id, email } = await createPerson(stage.context());
    await round({ kind: 'permanent', reason: '400', failure: 'invalid-recipient' });
    expect(await mails()).toMatchObject([{ is_sent: false, wait: null }]);

    await em().execute('delete from account_mails');
    await requestConfirmation(stage.context(), { id, email, email_confirmed: false });
    await em().execute("update secrets set expires_at = now() - interval '1 second'");
    expect(await round()).toEqual([]);
    expect(await mails()).toMatchObject([{ is_sent: false, wait: null }]);

    await em().execute('delete from account_mails');
    await enqueueAccountMail(em(), { userId: id, kind: 'password-changed', email });
    await em().execute("update jobs set created_at = now() - interval '8 days'");
    await round({ kind: 'unknown', reason: 'reset' });
    expect(await mails()).toMatchObject([{ is_sent: false, wait: null }]);
  });

  it('is sent by one of two workers', async () => {
    await createPerson(stage.context());
    expect((await Promise.all([round(), round()])).flat()).toHaveLength(1);
  });

  it('goes out when the account is gone already, and then nothing of it stays', async () => {
    await enqueueAccountMail(em(), { userId: null, kind: 'account-deleted', email: 'helena@example.com' });
    await deleteOldAccountMails(em());
    expect(await round()).toMatchObject([
      { to: { email: 'helena@example.com' }, subject: 'Your Stillhere account was deleted' },
    ]);
    await deleteOldAccountMails(em());
    expect(await mails()).toEqual([]);
  });

  it('is remembered for a month', async () => {
    await newcomer();
    await em().execute("update account_mails set created_at = now() - interval '29 days'");
    await deleteOldAccountMails(em());
    expect(await mails()).toHaveLength(1);
    await em().execute("update account_mails set created_at = now() - interval '31 days'");
    await deleteOldAccountMails(em());
    expect(await mails()).toEqual([]);
  });

  it('carries nobody’s words: a name may be anything', async () => {
    const { id, email } = await createPerson(stage.context(), 'Buy at evil.example');
    await requestPasswordReset(stage.context(), email);
    await requestEmailChange(stage.context(), id, { email: 'stranger@example.com', password: 'stillhere' });
    const sent = await round();
    expect(sent).toHaveLength(3);
    expect(JSON.stringify(sent)).not.toContain('evil.example');
  });
});

describe('confirming an address', () => {
  it('works with the link that signing up mails, and not by looking at the link', async () => {
    const { id, email, confirmation } = await newcomer();
    expect(await findConfirmation(stage.context(), confirmation)).toEqual({ email, isChange: false });
    expect(await userOf(id)).toEqual({ email, is_confirmed: false });
    await confirmAddress(stage.context(), confirmation);
    expect(await userOf(id)).toEqual({ email, is_confirmed: true });
    await expect(confirmAddress(stage.context(), confirmation)).rejects.toMatchObject({ code: 'gone' });
  });

  it('can be requested again: one mail waits, each link works, and using one ends the others', async () => {
    const { id, email, confirmation } = await newcomer();
    const again = () => requestConfirmation(stage.context(), { id, email, email_confirmed: false });
    await Promise.all([again(), again(), again()]);
    const sent = await round();
    expect(sent).toHaveLength(1);
    expect(secretIn(sent[0])).not.toBe(confirmation);
    await confirmAddress(stage.context(), secretIn(sent[0]));
    await expect(confirmAddress(stage.context(), confirmation)).rejects.toMatchObject({ code: 'gone' });
  });

  it('mails no link for a confirmed address', async () => {
    const { id, email } = await newcomer();
    await requestConfirmation(stage.context(), { id, email, email_confirmed: true });
    expect(await round()).toEqual([]);
  });

  it('is refused with other links', async () => {
    const { email } = await newcomer();
    const reset = await resetLink(email);
    for (const wrong of [reset, 'x'.repeat(48), ''])
      await expect(confirmAddress(stage.context(), wrong)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a new password', () => {
  it('is set once by the link, ends every session, confirms the address, and mails the owner', async () => {
    const { id, email, cookieSecret, confirmation } = await newcomer();
    const secret = await resetLink(email);
    await resetPassword(stage.context(), secret, 'a new one');
    expect(await findSession(stage.context(), 'cookie', cookieSecret)).toBeNull();
    expect(await userOf(id)).toEqual({ email, is_confirmed: true });
    await expect(password(email, 'stillhere')).rejects.toMatchObject({ code: 'unauthenticated' });
    await password(email, 'a new one');
    expect(await round()).toMatchObject([{ to: { email }, subject: 'Your Stillhere password was changed' }]);
    await expect(resetPassword(stage.context(), secret, 'another')).rejects.toMatchObject({ code: 'gone' });
    await expect(confirmAddress(stage.context(), confirmation)).rejects.toMatchObject({ code: 'gone' });
  });

  it('is set by one of several concurrent uses of the link', async () => {
    const { email } = await newcomer();
    const secret = await resetLink(email);
    const words = ['first one', 'second one', 'third one'];
    const outcomes = await Promise.allSettled(words.map((word) => resetPassword(stage.context(), secret, word)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = words[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    await password(email, winner);
  });

  it('is refused after an hour', async () => {
    const { email } = await newcomer();
    const secret = await resetLink(email);
    const later = stage.context(new Date(Date.now() + 61 * MINUTE));
    await expect(resetPassword(later, secret, 'a new one')).rejects.toMatchObject({ code: 'gone' });
    await password(email, 'stillhere');
  });

  it('ends a change of address that was requested with the old password', async () => {
    const { id, email } = await newcomer();
    const change = await changeLink(id, `theirs-${email}`);
    await resetPassword(stage.context(), await resetLink(email), 'a new one');
    await expect(confirmAddress(stage.context(), change)).rejects.toMatchObject({ code: 'gone' });
    expect(await userOf(id)).toMatchObject({ email });
  });

  it('keeps the address when a change of it is requested at the same moment', async () => {
    const { id, email } = await newcomer();
    const reset = await resetLink(email);
    const [, asked] = await Promise.allSettled([
      resetPassword(stage.context(), reset, 'a new one'),
      changeLink(id, `theirs-${email}`),
    ]);
    if (asked.status === 'fulfilled')
      await expect(confirmAddress(stage.context(), asked.value)).rejects.toThrow('link');
    expect(await userOf(id)).toMatchObject({ email });
  });

  it('ends other links for a new password', async () => {
    const { email } = await newcomer();
    const [first, second] = [await resetLink(email), await resetLink(email)];
    await resetPassword(stage.context(), second, 'a new one');
    await expect(resetPassword(stage.context(), first, 'another')).rejects.toMatchObject({ code: 'gone' });
  });

  it('writes nothing for an unknown address, and takes as long', async () => {
    const { email } = await newcomer();
    const timed = async (address: string) => {
      const begun = performance.now();
      await requestPasswordReset(stage.context(), address);
      return performance.now() - begun;
    };
    const times = [await timed(email), await timed('nobody@example.com')];
    expect(await mails()).toMatchObject([{ kind: 'confirm-email' }, { kind: 'reset-password' }]);
    // Both take a fixed time, which is longer than the writing.
    expect(Math.min(...times)).toBeGreaterThan(390);
  });
});

describe('a change of address', () => {
  it('happens by the link at the new address; the old one receives a mail, and its links end', async () => {
    const { id, email, cookieSecret, confirmation } = await newcomer();
    const next = `new-${email}`;
    const reset = await resetLink(email);
    const secret = await changeLink(id, next);
    expect(await userOf(id)).toEqual({ email, is_confirmed: false });
    await expect(findConfirmation(stage.context(), secret)).resolves.toEqual({ email: next, isChange: true });
    await confirmAddress(stage.context(), secret);
    expect(await userOf(id)).toEqual({ email: next, is_confirmed: true });
    expect(await round()).toMatchObject([{ to: { email }, subject: expect.stringContaining('a new email address') }]);
    await expect(resetPassword(stage.context(), reset, 'a new one')).rejects.toMatchObject({ code: 'gone' });
    await expect(confirmAddress(stage.context(), confirmation)).rejects.toMatchObject({ code: 'gone' });
    await expect(confirmAddress(stage.context(), secret)).rejects.toMatchObject({ code: 'gone' });
    expect(await findSession(stage.context(), 'cookie', cookieSecret)).not.toBeNull();
    await password(next, 'stillhere');
  });

  it('needs the password, and another address', async () => {
    const { id, email } = await newcomer();
    const ask = (to: string, word: string) => requestEmailChange(stage.context(), id, { email: to, password: word });
    await expect(ask('new@example.com', 'wrong one')).rejects.toMatchObject({ fields: [{ field: 'password' }] });
    await expect(ask(email, 'stillhere')).rejects.toMatchObject({ fields: [{ field: 'email' }] });
    expect(await round()).toEqual([]);
    await em().execute('update users set password_hash = null where id = ?', [id]);
    await expect(ask('new@example.com', 'stillhere')).rejects.toMatchObject({ fields: [{ field: 'password' }] });
  });

  it('to an address with an account mails only that one, once a day', async () => {
    const [{ id }, other] = [await newcomer(), await newcomer()];
    const ask = () => requestEmailChange(stage.context(), id, { email: other.email, password: 'stillhere' });
    expect(await ask()).toBeUndefined();
    await ask();
    const sent = await round();
    expect(sent).toMatchObject([
      { to: { email: other.email }, subject: 'This address already has a Stillhere account' },
    ]);
    expect(secretIn(sent[0])).toBe('');
  });

  it('is refused when the address has an account by then, and the link stays valid', async () => {
    const { id, email } = await newcomer();
    const other = await newcomer();
    const secret = await changeLink(id, `free-${email}`);
    await em().execute('update users set email = ? where id = ?', [`free-${email}`, other.id]);
    await expect(confirmAddress(stage.context(), secret)).rejects.toMatchObject({ code: 'conflict' });
    expect(await userOf(id)).toMatchObject({ email });
    await em().execute('update users set email = ? where id = ?', [other.email, other.id]);
    await confirmAddress(stage.context(), secret);
  });

  it('leaves only the newest link valid, for a week', async () => {
    const { id, email } = await newcomer();
    const first = await changeLink(id, `a-${email}`);
    const second = await changeLink(id, `b-${email}`);
    await expect(confirmAddress(stage.context(), first)).rejects.toMatchObject({ code: 'gone' });
    const later = stage.context(new Date(Date.now() + 7 * DAY + MINUTE));
    await expect(confirmAddress(later, second)).rejects.toMatchObject({ code: 'gone' });
    await confirmAddress(stage.context(), second);
    expect(await userOf(id)).toMatchObject({ email: `b-${email}` });
  });
});
