/** Links in mails: to confirm an address, to change it, and to set a new password. */
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { requestPasswordReset, resetPassword } from '#services/accounts/change-password.ts';
import { findConfirmation, requestConfirmation, requestEmailChange } from '#services/accounts/email-address.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { accountsWithMails, secretIn } from './mailed-links.ts';

const { context, em, round, mails, userOf, password, newcomer, resetLink, changeLink, confirm } = accountsWithMails();

describe('confirming an address', () => {
  it('works with the link that signing up mails, and not by looking at the link', async () => {
    const { id, email, confirmation } = await newcomer();
    expect(await findConfirmation(context(), confirmation, id)).toEqual({ email, isChange: false, needs: 'press' });
    expect(await userOf(id)).toEqual({ email, is_confirmed: false });
    await confirm(confirmation);
    expect(await userOf(id)).toEqual({ email, is_confirmed: true });
    await expect(confirm(confirmation)).rejects.toMatchObject({ code: 'gone' });
  });

  it('can be requested again: one mail waits, each link works, and using one ends the others', async () => {
    const { id, email, confirmation } = await newcomer();
    const again = () => requestConfirmation(context(), { id, email, email_confirmed: false });
    await Promise.all([again(), again(), again()]);
    const sent = await round();
    expect(sent).toHaveLength(1);
    expect(secretIn(sent[0])).not.toBe(confirmation);
    await confirm(secretIn(sent[0]));
    await expect(confirm(confirmation)).rejects.toMatchObject({ code: 'gone' });
  });

  it('mails no link for a confirmed address', async () => {
    const { id, email } = await newcomer();
    await requestConfirmation(context(), { id, email, email_confirmed: true });
    expect(await round()).toEqual([]);
  });

  it('is refused with other links', async () => {
    const { email } = await newcomer();
    const reset = await resetLink(email);
    for (const wrong of [reset, 'x'.repeat(48), ''])
      await expect(confirm(wrong)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a new password', () => {
  it('is set once by the link, ends every session, confirms the address, and mails the owner', async () => {
    const { id, email, cookieSecret, confirmation } = await newcomer();
    const secret = await resetLink(email);
    await resetPassword(context(), secret, 'a new one');
    expect(await findSession(context(), 'cookie', cookieSecret)).toBeNull();
    expect(await userOf(id)).toEqual({ email, is_confirmed: true });
    await expect(password(email, 'stillhere')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await round()).toMatchObject([{ to: { email }, subject: 'Your Stillhere password was changed' }]);
    await password(email, 'a new one');
    await expect(resetPassword(context(), secret, 'another')).rejects.toMatchObject({ code: 'gone' });
    await expect(confirm(confirmation)).rejects.toMatchObject({ code: 'gone' });
  });

  it('is set by one of several concurrent uses of the link', async () => {
    const { email } = await newcomer();
    const secret = await resetLink(email);
    const words = ['first one', 'second one', 'third one'];
    const outcomes = await Promise.allSettled(words.map((word) => resetPassword(context(), secret, word)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = words[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    await password(email, winner);
  });

  it('is refused after an hour', async () => {
    const { email } = await newcomer();
    const secret = await resetLink(email);
    const later = context(new Date(Date.now() + 61 * MINUTE));
    await expect(resetPassword(later, secret, 'a new one')).rejects.toMatchObject({ code: 'gone' });
    await password(email, 'stillhere');
  });

  it('ends a change of address that was requested with the old password', async () => {
    const { id, email } = await newcomer();
    const change = await changeLink(id, `theirs-${email}`);
    await resetPassword(context(), await resetLink(email), 'a new one');
    await expect(confirm(change)).rejects.toMatchObject({ code: 'gone' });
    expect(await userOf(id)).toMatchObject({ email });
  });

  it('keeps the address when a change of it is requested at the same moment', async () => {
    const { id, email } = await newcomer();
    const reset = await resetLink(email);
    const [, asked] = await Promise.allSettled([
      resetPassword(context(), reset, 'a new one'),
      changeLink(id, `theirs-${email}`),
    ]);
    if (asked.status === 'fulfilled') await expect(confirm(asked.value)).rejects.toThrow('link');
    expect(await userOf(id)).toMatchObject({ email });
  });

  it('ends other links for a new password', async () => {
    const { email } = await newcomer();
    const [first, second] = [await resetLink(email), await resetLink(email)];
    await resetPassword(context(), second, 'a new one');
    await expect(resetPassword(context(), first, 'another')).rejects.toMatchObject({ code: 'gone' });
  });

  it('writes nothing for an unknown address, and takes as long', async () => {
    const { email } = await newcomer();
    const timed = async (address: string) => {
      const begun = performance.now();
      await requestPasswordReset(context(), address);
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
    const found = findConfirmation(context(), secret, id);
    await expect(found).resolves.toEqual({ email: next, isChange: true, needs: 'press' });
    await confirm(secret);
    expect(await userOf(id)).toEqual({ email: next, is_confirmed: true });
    expect(await round()).toMatchObject([{ to: { email }, subject: expect.stringContaining('a new email address') }]);
    await expect(resetPassword(context(), reset, 'a new one')).rejects.toMatchObject({ code: 'gone' });
    await expect(confirm(confirmation)).rejects.toMatchObject({ code: 'gone' });
    await expect(confirm(secret)).rejects.toMatchObject({ code: 'gone' });
    expect(await findSession(context(), 'cookie', cookieSecret)).not.toBeNull();
    await password(next, 'stillhere');
  });

  it('needs the password, and another address', async () => {
    const { id, email } = await newcomer();
    const ask = (to: string, word: string) => requestEmailChange(context(), id, { email: to, password: word });
    await expect(ask('new@example.com', 'wrong one')).rejects.toMatchObject({ fields: [{ field: 'password' }] });
    await expect(ask(email, 'stillhere')).rejects.toMatchObject({ fields: [{ field: 'email' }] });
    expect(await round()).toEqual([]);
    await em().execute('update users set password_hash = null where id = ?', [id]);
    await expect(ask('new@example.com', 'stillhere')).rejects.toMatchObject({ fields: [{ field: 'password' }] });
  });

  it('to an address with an account mails only that one, once a day', async () => {
    const [{ id }, other] = [await newcomer(), await newcomer()];
    const ask = () => requestEmailChange(context(), id, { email: other.email, password: 'stillhere' });
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
    await expect(confirm(secret)).rejects.toMatchObject({ code: 'conflict' });
    expect(await userOf(id)).toMatchObject({ email });
    await em().execute('update users set email = ? where id = ?', [other.email, other.id]);
    await confirm(secret);
  });

  it('leaves only the newest link valid, for a week', async () => {
    const { id, email } = await newcomer();
    const first = await changeLink(id, `a-${email}`);
    const second = await changeLink(id, `b-${email}`);
    await expect(confirm(first)).rejects.toMatchObject({ code: 'gone' });
    const later = new Date(Date.now() + 7 * DAY + MINUTE);
    await expect(confirm(second, { at: later })).rejects.toMatchObject({ code: 'gone' });
    await confirm(second);
    expect(await userOf(id)).toMatchObject({ email: `b-${email}` });
  });
});
