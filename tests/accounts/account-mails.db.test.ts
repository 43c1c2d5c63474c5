/** The mails about accounts: when one is tried again, given up, and forgotten. */
import { describe, expect, it } from 'vitest';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { deleteOldAccountMails } from '#services/accounts/account-mail-job.ts';
import { requestPasswordReset } from '#services/accounts/change-password.ts';
import { requestConfirmation, requestEmailChange } from '#services/accounts/email-address.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import { createPerson } from '#tests/harness/person.ts';
import { accountsWithMails, secretIn } from './mailed-links.ts';

const { context, em, round, mails, newcomer } = accountsWithMails();

describe('a mail about an account', () => {
  it.each<[ProviderAnswer, number]>([
    [{ kind: 'transient', reason: '503', retryAfter: null }, MINUTE],
    [{ kind: 'transient', reason: '429', retryAfter: 7 * MINUTE }, 7 * MINUTE],
    [{ kind: 'unknown', reason: 'reset' }, MINUTE],
    [{ kind: 'configuration', reason: '401' }, 15 * MINUTE],
  ])('that nobody took is tried again, with the same link: %o', async (answer, wait) => {
    await createPerson(context());
    const begun = Date.now();
    const [first] = await round(answer);
    const ended = Date.now();
    const [mail, ...more] = await mails();
    expect([mail, more]).toMatchObject([{ kind: 'confirm-email', tries: 1, is_sent: false }, []]);
    const refused = (mail?.run_at?.getTime() ?? 0) - wait;
    expect([refused >= begun, refused <= ended]).toEqual([true, true]);
    expect(await round()).toEqual([]);
    await em().execute('update jobs set run_at = now()');
    const [second] = await round();
    expect(second).toEqual(first);
    expect(secretIn(second)).toHaveLength(48);
    expect(await mails()).toEqual([{ kind: 'confirm-email', tries: null, is_sent: true, run_at: null }]);
  });

  it('is given up when its address is refused, when its link is over, and after a week', async () => {
    const { id, email } = await createPerson(context());
    await round({ kind: 'permanent', reason: '400', failure: 'invalid-recipient' });
    expect(await mails()).toMatchObject([{ is_sent: false, run_at: null }]);

    await em().execute('delete from account_mails');
    await requestConfirmation(context(), { id, email, email_confirmed: false });
    await em().execute("update secrets set expires_at = now() - interval '1 second'");
    expect(await round()).toEqual([]);
    expect(await mails()).toMatchObject([{ is_sent: false, run_at: null }]);

    await em().execute('delete from account_mails');
    await enqueueAccountMail(em(), { userId: id, kind: 'password-changed', email });
    await em().execute("update jobs set created_at = now() - interval '8 days'");
    await round({ kind: 'unknown', reason: 'reset' });
    expect(await mails()).toMatchObject([{ is_sent: false, run_at: null }]);
  });

  it('is sent by one of two workers', async () => {
    await createPerson(context());
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
    const { id, email } = await createPerson(context(), 'Buy at evil.example');
    await requestPasswordReset(context(), email);
    await requestEmailChange(context(), id, { email: 'stranger@example.com', password: 'stillhere' });
    const sent = await round();
    expect(sent).toHaveLength(3);
    expect(JSON.stringify(sent)).not.toContain('evil.example');
  });
});
