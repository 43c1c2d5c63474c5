/** Asking a trusted contact whether they accept, and what they answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#domain/time/durations.ts';
import { answerAsking, askContact, findAsking, isAsking, keepAddress } from '#services/emergency/ask-contact.ts';
import { contactMailJob } from '#services/emergency/contact-mail-job.ts';
import { addContact, changeContact, findContact, removeContact } from '#services/emergency/contacts.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { contactsCheckJob } from '#services/notices/contacts-check-job.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { decideStopping } from '#services/recipients/stop.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

let sent: EmailMessage[];
beforeEach(async () => {
  await round();
});

/** Sends what waits. */
async function round(): Promise<EmailMessage[]> {
  sent = [];
  const job = contactMailJob({
    fork: () => stage.orm.em.fork(),
    // why: mails reach people.
    email: {
      async send(message) {
        sent.push(message);
        return { kind: 'accepted', messageId: 'm1' };
      },
    },
    policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE },
    appOrigin: 'https://stillhere.example',
    keyring: stage.keyring,
  });
  await runDueJobs(() => stage.orm.em.fork(), 'contact-mail', job);
  return sent;
}

const secretIn = (path: string, mail: EmailMessage | undefined) =>
  new RegExp(`stillhere\\.example/${path}/([\\w-]{48})`).exec(mail?.text ?? '')?.[1] ?? '';

/** An owner, and Ana, who is not asked yet. */
async function prepared() {
  const { id: owner } = await createPerson(stage.context());
  const { id } = await addContact(stage.context(), owner, { name: 'Ana Duarte', email: 'ana@example.com' });
  return { owner, id, view: () => findContact(stage.context(), owner, id) };
}

/** The same, asked. */
async function asked() {
  const ana = await prepared();
  await askContact(stage.context(), ana.owner, ana.id);
  const [mail] = await round();
  return { ...ana, mail, secret: secretIn('contact', mail) };
}

describe('asking a contact', () => {
  it('happens only when the owner asks: adding one sends nothing', async () => {
    const { view } = await prepared();
    expect(await round()).toEqual([]);
    expect(await view()).toMatchObject({ asked_at: null, answer: 'none' });
  });

  it('sends one mail, whose link shows the question and changes nothing', async () => {
    const { mail, secret, view } = await asked();
    expect(mail).toMatchObject({
      to: { email: 'ana@example.com' },
      subject: expect.stringContaining('trusted contact'),
    });
    expect(await isAsking(stage.context(), secret)).toBe(true);
    expect(await findAsking(stage.context(), secret)).toMatchObject({ contactName: 'Ana Duarte', answer: 'none' });
    expect(await view()).toMatchObject({ asked_at: expect.any(String), answer: 'none' });
  });

  it('is refused without a confirmed address and after a stop', async () => {
    const { owner, id, mail } = await asked();
    await decideStopping(stage.context(), secretIn('stop', mail), 'person', true);
    await expect(askContact(stage.context(), owner, id)).rejects.toMatchObject({ code: 'conflict' });
    const other = await prepared();
    const [{ email } = { email: '' }] = await stage.orm.em
      .fork()
      .execute<{ email: string }[]>('select email from users where id = ?', [other.owner]);
    await unconfirm((sql, params) => stage.orm.em.fork().execute(sql, params), email);
    await expect(askContact(stage.context(), other.owner, other.id)).rejects.toMatchObject({
      code: 'address-unconfirmed',
    });
  });
});

describe('an answer', () => {
  it('is recorded, mailed to the owner once, and can be changed', async () => {
    const { secret, view } = await asked();
    await answerAsking(stage.context(), secret, 'accepted');
    expect(await view()).toMatchObject({ answer: 'accepted' });
    expect((await round()).map(({ text }) => text)).toEqual([
      expect.stringContaining('accepts being your trusted contact'),
    ]);
    await answerAsking(stage.context(), secret, 'accepted');
    expect(await round()).toEqual([]);
    await answerAsking(stage.context(), secret, 'declined');
    expect(await view()).toMatchObject({ answer: 'declined' });
    expect((await round()).map(({ text }) => text)).toEqual([expect.stringContaining('does not want to be')]);
  });

  it('with another address changes nothing until the owner takes it; the link then ends', async () => {
    const { owner, id, secret, view } = await asked();
    await answerAsking(stage.context(), secret, { email: 'ana@work.example' });
    expect(await view()).toMatchObject({ email: 'ana@example.com', proposed_email: 'ana@work.example' });
    expect((await round())[0]?.text).toContain('ana@work.example');
    await keepAddress(stage.context(), owner, id);
    expect(await view()).toMatchObject({ email: 'ana@example.com', proposed_email: null });
    await answerAsking(stage.context(), secret, { email: 'ana@work.example' });
    await changeContact(stage.context(), owner, id, { email: 'ana@work.example' });
    expect(await view()).toMatchObject({ email: 'ana@work.example', proposed_email: null, asked_at: null });
    await expect(findAsking(stage.context(), secret)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is not taken from the link of a contact who was removed', async () => {
    const { owner, id, secret } = await asked();
    await removeContact(stage.context(), owner, id);
    expect(await isAsking(stage.context(), secret)).toBe(false);
    await expect(answerAsking(stage.context(), secret, 'accepted')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the question whether the addresses are still right', () => {
  /** Lets a year pass for these questions, and asks them. */
  async function aYearLater() {
    const fork = () => stage.orm.em.fork();
    await fork().execute("update jobs set run_at = now() where kind = 'contacts-check'");
    sent = [];
    const job = contactsCheckJob({
      fork,
      // why: mails reach people.
      email: {
        async send(message) {
          sent.push(message);
          return { kind: 'accepted', messageId: 'm1' };
        },
      },
      policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE },
      appOrigin: 'https://stillhere.example',
      keyring: stage.keyring,
    });
    while ((await runDueJobs(fork, 'contacts-check', job)) === job.batch);
    return sent;
  }
  const emailOf = async (owner: string) => {
    const rows = await stage.orm.em
      .fork()
      .execute<{ email: string }[]>('select email from users where id = ?', [owner]);
    return rows[0]?.email ?? '';
  };

  it('is asked once a year, with all contacts in one mail', async () => {
    const { owner } = await prepared();
    await addContact(stage.context(), owner, { name: 'Rui', email: 'rui@example.com' });
    const email = await emailOf(owner);
    const toOwner = (mails: EmailMessage[]) => mails.filter(({ to }) => to.email === email);
    const [mail, ...more] = toOwner(await aYearLater());
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/ana@example\.com.*rui@example\.com/s);
    const [job] = await stage.orm.em
      .fork()
      .execute<{ days: number }[]>(
        "select round(extract(epoch from run_at - now()) / 86400)::int as days from jobs where kind = 'contacts-check' and subject = ?",
        [owner],
      );
    expect(job?.days).toBe(365);
    expect(toOwner(await aYearLater())).toHaveLength(1);
  });

  it('is not asked where the owner turned it off, and ends without contacts', async () => {
    const [quiet, empty] = [await prepared(), await prepared()];
    await stage.orm.em.fork().execute('update users set wants_address_check = false where id = ?', [quiet.owner]);
    await removeContact(stage.context(), empty.owner, empty.id);
    const emails = [await emailOf(quiet.owner), await emailOf(empty.owner)];
    expect((await aYearLater()).filter(({ to }) => emails.includes(to.email))).toEqual([]);
    const left = await stage.orm.em
      .fork()
      .execute<{ subject: string }[]>("select subject from jobs where kind = 'contacts-check' and subject in (?, ?)", [
        quiet.owner,
        empty.owner,
      ]);
    expect(left.map(({ subject }) => subject)).toEqual([quiet.owner]);
  });
});
