/** Whether our mails reach a trusted contact: test mails, what providers report of them, and the mail to the owner. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { readActiveProtocol } from '#services/emergency/active-protocol.ts';
import { protocolBacklog } from '#services/emergency/backlog.ts';
import { contactMailJob } from '#services/emergency/contact-mail-job.ts';
import { deleteOldContactMails } from '#services/emergency/contact-mails.ts';
import { addContact, changeContact, findContact, removeContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { testContact } from '#services/emergency/test-contact.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { decideStopping } from '#services/recipients/stop.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';
import { alarmsOf } from '#worker/protocol-alarms.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const fork = () => years.stage.orm.em.fork();
let sent: EmailMessage[] = [];
let answer: ProviderAnswer = { kind: 'accepted', messageId: 'm1' };
beforeEach(() => {
  sent = [];
  answer = { kind: 'accepted', messageId: 'm1' };
});

/** Sends what waits. */
async function round(): Promise<EmailMessage[]> {
  sent = [];
  const job = contactMailJob({
    fork,
    // why: mails reach people, and the test chooses what their provider answers.
    email: {
      async send(message) {
        sent.push(message);
        return answer;
      },
    },
    policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE },
    appOrigin: 'https://stillhere.example',
    keyring: years.stage.keyring,
  });
  await runDueJobs(fork, 'contact-mail', job);
  return sent;
}

const recordEvent = (event: DeliveryEvent, mail: Partial<Pick<ProviderEvent, 'mailId' | 'contactMailId'>>) =>
  recordProviderEvents({ em: fork() }, 'sendgrid', [
    {
      ...{ eventId: randomUUID(), attemptId: null, mailId: null, messageId: 'm1', name: event.kind },
      ...{ event, occurredAt: new Date(), ...mail },
    },
  ]);
/** What a provider reports of a test mail. */
const report = (contactMailId: string | undefined, event: DeliveryEvent) => recordEvent(event, { contactMailId });
const BOUNCE: DeliveryEvent = { kind: 'failed', failure: 'bounced' };

/** An owner with contacts; the oldest is Ana. */
async function withContact() {
  const helena = await years.armed();
  const [row] = await years.query<{ id: string }>('select id from trusted_contacts where owner_id = ? and email = ?', [
    helena.id,
    'ana@example.com',
  ]);
  const ana = row?.id ?? '';
  return { helena, ana, of: () => findContact(years.context(), helena.id, ana) };
}

test('a test says who sends it and that nothing has happened, and shows when it arrived', async () => {
  const { helena, ana, of } = await withContact();
  expect(await testContact(years.context(), helena.id, ana)).toMatchObject({
    tested_at: expect.any(String),
    reached_at: null,
    bounced_at: null,
  });
  const [mail] = await round();
  expect(mail).toMatchObject({ to: { email: 'ana@example.com' }, replyTo: { email: helena.email } });
  expect(mail?.text.replace(/\s+/g, ' ')).toContain(`Helena Duarte (${helena.email}) named you as a trusted contact`);
  expect(await round(), 'once').toEqual([]);
  await report(mail?.reference.contact_mail_id, { kind: 'delivered' });
  expect(await of()).toMatchObject({ reached_at: expect.any(String), bounced_at: null });
});

it('is not sent again within a week after one arrived', async () => {
  const { helena, ana, of } = await withContact();
  await testContact(years.context(), helena.id, ana);
  const [mail] = await round();
  await report(mail?.reference.contact_mail_id, { kind: 'delivered' });
  const reached = Date.parse((await of()).reached_at ?? '');
  expect(await of()).toMatchObject({ next_test_at: new Date(reached + 7 * DAY).toISOString() });
  const testAfter = (milliseconds: number) =>
    testContact(years.stage.context(new Date(reached + milliseconds)), helena.id, ana);
  await expect(testAfter(0)).rejects.toMatchObject({
    code: 'too-many-requests',
    message: 'Your last test reached Ana. You can send another in 7 days.',
    facts: { retry_after: (7 * DAY) / SECOND },
  });
  await expect(testAfter(7 * DAY - SECOND)).rejects.toMatchObject({ message: expect.stringContaining('in a day.') });
  expect(await round()).toEqual([]);
  expect(await testAfter(7 * DAY)).toMatchObject({ reached_at: null });
  expect(await round()).toHaveLength(1);
});

it('is sent only for a confirmed address, to a contact of the owner', async () => {
  const { helena, ana } = await withContact();
  const other = await withContact();
  await expect(testContact(years.context(), other.helena.id, ana)).rejects.toMatchObject({ code: 'not-found' });
  await unconfirm(years.query, helena.id);
  await expect(testContact(years.context(), helena.id, ana)).rejects.toMatchObject({ code: 'address-unconfirmed' });
  expect(await round()).toEqual([]);
});

test('the owner is mailed once that a mail came back, until a test arrives again', async () => {
  const { helena, ana, of } = await withContact();
  await testContact(years.context(), helena.id, ana);
  const [mail] = await round();
  for (let again = 0; again < 2; again++) await report(mail?.reference.contact_mail_id, BOUNCE);
  expect(await of()).toMatchObject({ reached_at: null, bounced_at: expect.any(String) });
  const mails = await round();
  expect(mails.map(({ to }) => to.email)).toEqual([helena.email]);
  expect(mails[0]?.text).toContain('ana@example.com');

  await testContact(years.context(), helena.id, ana);
  const [second] = await round();
  await report(second?.reference.contact_mail_id, { kind: 'delivered' });
  expect(await of()).toMatchObject({ reached_at: expect.any(String), bounced_at: null });
});

test('an address that the provider refuses at once counts as come back', async () => {
  const { helena, ana, of } = await withContact();
  await testContact(years.context(), helena.id, ana);
  answer = { kind: 'permanent', reason: '400', failure: 'invalid-recipient' };
  await round();
  expect((await of()).bounced_at).not.toBeNull();
  answer = { kind: 'accepted', messageId: 'm1' };
  expect((await round()).map(({ to }) => to.email)).toEqual([helena.email]);
});

test('a test that the provider refuses for good, or that is given up after a week, says so; a newer one is tried', async () => {
  const { helena, ana, of } = await withContact();
  await testContact(years.context(), helena.id, ana);
  answer = { kind: 'permanent', reason: '400', failure: 'content-refused' };
  await round();
  expect(await of()).toMatchObject({ test_given_up_at: expect.any(String), bounced_at: null });

  expect(await testContact(years.context(), helena.id, ana)).toMatchObject({ test_given_up_at: null });
  answer = { kind: 'transient', reason: '503', retryAfter: null };
  await round();
  expect((await of()).test_given_up_at, 'it is tried again').toBeNull();
  await years.pass(8 * DAY);
  await round();
  expect((await of()).test_given_up_at).not.toBeNull();
  expect(await round(), 'the owner is not mailed').toEqual([]);

  answer = { kind: 'accepted', messageId: 'm1' };
  await testContact(years.context(), helena.id, ana);
  const [mail] = await round();
  await report(mail?.reference.contact_mail_id, { kind: 'delivered' });
  expect(await of()).toMatchObject({ reached_at: expect.any(String), test_given_up_at: null });
});

test('a report about an address that was changed meanwhile says nothing about the new one', async () => {
  const { helena, ana, of } = await withContact();
  await testContact(years.context(), helena.id, ana);
  const [mail] = await round();
  await changeContact(years.context(), helena.id, ana, { email: 'ana.duarte@example.com' });
  await report(mail?.reference.contact_mail_id, BOUNCE);
  await report(mail?.reference.contact_mail_id, { kind: 'delivered' });
  expect(await of()).toMatchObject({ tested_at: null, reached_at: null, bounced_at: null });
  expect(await round()).toEqual([]);
});

test('no test goes to a contact who was removed, or whose address was changed, before it was sent', async () => {
  const { helena, ana } = await withContact();
  await testContact(years.context(), helena.id, ana);
  await changeContact(years.context(), helena.id, ana, { email: 'elsewhere@example.com' });
  expect(await round()).toEqual([]);
  await testContact(years.context(), helena.id, ana);
  await removeContact(years.context(), helena.id, ana);
  expect(await round()).toEqual([]);
});

describe('a mail of the protocol to a contact', () => {
  /** An owner whose contacts were notified; the oldest is Ana. */
  async function withNotified() {
    const helena = await years.silent('missed');
    const [row] = await years.query<{ mailId: string; ana: string }>(
      `select m.id as "mailId", t.id as ana
       from emergency_mails m join trusted_contacts t on t.owner_id = m.owner_id and t.email = m.email
       where m.owner_id = ? and m.kind = 'contact-told' and m.email = 'ana@example.com'`,
      [helena.id],
    );
    const { mailId = '', ana = '' } = row ?? {};
    return { helena, mailId, ana, of: () => findContact(years.context(), helena.id, ana) };
  }

  it('marks the contact too if it comes back, and a new address is notified in its place', async () => {
    const { helena, mailId, ana, of } = await withNotified();
    await recordEvent(BOUNCE, { mailId });
    expect((await of()).bounced_at).not.toBeNull();
    expect((await round()).map(({ to }) => to.email)).toEqual([helena.email]);
    await changeContact(years.context(), helena.id, ana, { email: 'ana.duarte@example.com' });
    expect(await years.mails(helena.id, 'waiting')).toMatchObject([
      { kind: 'contact-told', email: 'ana.duarte@example.com' },
    ]);
  });

  it('alarms operators and shows on every page of the owner if it comes back, until the address is changed', async () => {
    const { helena, mailId, ana } = await withNotified();
    const unreachable = async () => (await readActiveProtocol(years.context(), helena.id))?.unreachable;
    const before = await protocolBacklog(fork(), DAY);
    expect(await unreachable()).toBeNull();
    await recordEvent(BOUNCE, { mailId });
    const { notNotified, ...others } = await protocolBacklog(fork(), DAY);
    expect([notNotified, await unreachable()]).toEqual([before.notNotified + 1, 'Ana']);
    expect(alarmsOf({ ...others, notNotified: 1 }).map(({ message }) => message)).toContain(
      'ALARM: a trusted contact could not be notified before a release',
    );
    await changeContact(years.context(), helena.id, ana, { email: 'ana.duarte@example.com' });
    expect((await protocolBacklog(fork(), DAY)).notNotified).toBe(before.notNotified);
    expect(await unreachable()).toBeNull();
  });

  it('has arrived if its reader calls it spam: the owner is not asked to check the address', async () => {
    const { mailId, of } = await withNotified();
    await recordEvent({ kind: 'delivered' }, { mailId });
    await recordEvent({ kind: 'failed', failure: 'reported' }, { mailId });
    expect((await of()).bounced_at).toBeNull();
    expect(await round()).toEqual([]);
  });

  it('takes back that mail came back once one arrives; it was no test', async () => {
    const { helena, mailId, ana, of } = await withNotified();
    await testContact(years.context(), helena.id, ana);
    const [mail] = await round();
    await report(mail?.reference.contact_mail_id, BOUNCE);
    expect((await round()).map(({ to }) => to.email)).toEqual([helena.email]);
    await recordEvent({ kind: 'accepted' }, { mailId });
    expect((await of()).bounced_at).not.toBeNull();
    await recordEvent({ kind: 'delivered' }, { mailId });
    expect(await of()).toMatchObject({ bounced_at: null, reached_at: null });
  });
});

describe('a contact who wants nothing more', () => {
  beforeEach(async () => {
    for (const table of ['correspondents', 'stopped_addresses']) await years.query(`delete from ${table}`);
  });
  afterAll(() => years.query('delete from stopped_addresses'));

  /** An owner whose only contact is Ana, and the secret with which Ana stops messages. */
  async function withOnlyAna() {
    const { helena, ana } = await withContact();
    await years.query('delete from trusted_contacts where owner_id = ? and id <> ?', [helena.id, ana]);
    await testContact(years.context(), helena.id, ana);
    const [mail] = await round();
    const secret = /\/stop\/([\w-]+)/.exec(mail?.unsubscribe ?? '')?.[1] ?? '';
    const decide = (from: 'person' | 'stillhere', stops: boolean) =>
      decideStopping(years.context(), secret, from, stops);
    return { helena, ana, decide, state: () => emergencyStatus(years.context(), helena.id) };
  }
  const BLOCKED = { blocked_by: ['no-contact'] };
  const RUNS = { blocked_by: [] };

  it.each(['person', 'stillhere'] as const)(
    'no longer counts (nothing more from %s): the protocol stops at once, and starts when it is taken back',
    async (from) => {
      const { helena, decide, state } = await withOnlyAna();
      expect(await state()).toMatchObject(RUNS);
      await decide(from, true);
      expect(await state()).toMatchObject(BLOCKED);
      expect(await years.row(helena.id)).toMatchObject({ is_blocked: true, next_step_at: null });
      expect((await round()).map(({ to, subject }) => [to.email, subject])).toEqual([
        [helena.email, 'Ana, your trusted contact, asked for no more emails'],
      ]);
      await decide(from, false);
      expect(await state()).toMatchObject(RUNS);
      expect(await years.row(helena.id)).toMatchObject({ is_blocked: false, next_step_at: expect.anything() });
    },
  );

  it('leaves a protocol running that has another contact, and its owner is mailed all the same', async () => {
    const { helena, decide, state } = await withOnlyAna();
    await addContact(years.context(), helena.id, { name: 'Rui', email: 'rui@example.com' });
    await decide('person', true);
    expect(await state()).toMatchObject(RUNS);
    expect((await round()).map(({ to }) => to.email)).toEqual([helena.email]);
  });

  it('is mailed about once a day, however often it is stopped and taken back', async () => {
    const { decide } = await withOnlyAna();
    for (const stops of [true, true, false, true, false, true]) await decide('person', stops);
    expect(await round()).toHaveLength(1);
    await decide('person', false);
    await decide('person', true);
    expect(await round()).toEqual([]);
  });

  it('is not mailed about once it is taken back', async () => {
    const { decide } = await withOnlyAna();
    await decide('person', true);
    await decide('person', false);
    expect(await round()).toEqual([]);
  });

  it('does not count either when added again; another address of theirs does', async () => {
    const { helena, ana, decide, state } = await withOnlyAna();
    await decide('person', true);
    await removeContact(years.context(), helena.id, ana);
    const again = await addContact(years.context(), helena.id, { name: 'Ana', email: 'ana@example.com' });
    expect(await state()).toMatchObject(BLOCKED);
    await changeContact(years.context(), helena.id, again.id, { email: 'ana.duarte@example.com' });
    expect(await state()).toMatchObject(RUNS);
  });

  it('no longer counts for any owner when they stop all of Stillhere', async () => {
    const { decide } = await withOnlyAna();
    const other = await withOnlyAna();
    await decide('stillhere', true);
    expect(await other.state()).toMatchObject(BLOCKED);
    await decide('stillhere', false);
    expect(await other.state()).toMatchObject(RUNS);
  });
});

test('rows of mails are deleted after a month', async () => {
  const { helena, ana } = await withContact();
  await testContact(years.context(), helena.id, ana);
  await round();
  await years.query("update contact_mails set created_at = created_at - interval '31 days' where owner_id = ?", [
    helena.id,
  ]);
  await deleteOldContactMails(fork());
  expect(await years.query('select 1 from contact_mails where owner_id = ?', [helena.id])).toEqual([]);
});
