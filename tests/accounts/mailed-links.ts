/** Accounts in a database of one file of tests, and the links in the mails that the worker sends them. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AccountMailKind } from '#db/entities/accounts.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { requestPasswordReset } from '#services/accounts/change-password.ts';
import { type Claim, confirmAddress, requestEmailChange } from '#services/accounts/email-address.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { sendDueAccountMails } from '#tests/harness/jobs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: null };

/** The one link in a mail. */
export const secretIn = (mail: EmailMessage | undefined) =>
  /\/auth\/(?:confirm|reset)\/([\w-]{48})/.exec(mail?.text ?? '')?.[1] ?? '';

type Stage = Awaited<ReturnType<typeof createStage>>;

/** One round of the worker, with a provider that gives this answer. @returns what it was given */
async function sendMails({ orm, keyring }: Stage, answer: ProviderAnswer): Promise<EmailMessage[]> {
  const sent: EmailMessage[] = [];
  await sendDueAccountMails({
    fork: () => orm.em.fork(),
    keyring,
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

const MAILS = `select m.kind, j.tries, sent_at is not null as is_sent, j.run_at
  from account_mails m left join jobs j on j.kind = 'account-mail' and j.subject = m.id::text order by m.created_at, m.id`;
interface MailRow {
  kind: AccountMailKind;
  tries: number | null;
  is_sent: boolean;
  /** Of its next try. */
  run_at: Date | null;
}

/** Opens the database before the first test of a file, and closes it after the last. Each test begins without mails. */
export function accountsWithMails() {
  let stage: Stage;
  beforeAll(async () => {
    stage = await createStage();
  });
  afterAll(() => stage.close());
  beforeEach(() => em().execute('delete from account_mails'));

  const em = () => stage.orm.em.fork();
  const context = (now?: Date) => stage.context(now);
  const round = (answer = ACCEPTED) => sendMails(stage, answer);
  const newestSecret = async () => (await round()).map(secretIn).findLast(Boolean) ?? '';
  return {
    em,
    context,
    round,
    mails: () => em().execute<MailRow[]>(MAILS),
    async userOf(id: string) {
      const query = 'select email, email_confirmed_at is not null as is_confirmed from users where id = ?';
      return (await em().execute<{ email: string; is_confirmed: boolean }[]>(query, [id]))[0];
    },
    password: (email: string, word: string) =>
      signIn(context(), { email, password: word }, { userAgent: 'tests' }, 'cookie'),
    /** A person who has just signed up, with the link that was mailed to them. */
    async newcomer() {
      const person = await createPerson(context());
      await unconfirm((sql, params) => em().execute(sql, params), person.id);
      const [mail] = await round();
      return { ...person, confirmation: secretIn(mail) };
    },
    /** Confirms an address with the password of its account, unless told otherwise. */
    confirm: (secret: string, { at, ...claim }: Partial<Claim> & { at?: Date } = { password: 'stillhere' }) =>
      confirmAddress(context(at), secret, { signedInTo: null, device: { userAgent: 'tests' }, ...claim }),
    async resetLink(email: string): Promise<string> {
      await requestPasswordReset(context(), email);
      return newestSecret();
    },
    async changeLink(id: string, email: string): Promise<string> {
      await requestEmailChange(context(), id, { email, password: 'stillhere' });
      return newestSecret();
    },
  };
}
