/** Whether our mails reach a trusted contact: test mails, what providers report of them, and what the owner hears. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { contactMailJob } from '#services/emergency/contact-mail-job.ts';
import { deleteOldContactMails } from '#services/emergency/contact-mails.ts';
import { changeContact, findContact, removeContact, testContact } from '#services/emergency/contacts.ts';
import { settleMails } from '#services/emergency/settle-mails.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

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
  });
  await runDueJobs(fork, 'contact-mail', job);
  return sent;
}

const report = (contactMailId: string | undefined, event: DeliveryEvent) =>
  recordProviderEvents({ em: fork() }, 'sendgrid', [
    {
      ...{ eventId: randomUUID(), attemptId: null, mailId: null, messageId: 'm1', name: event.kind },
      ...{ contactMailId: contactMailId ?? null, event, occurredAt: new Date() },
    },
  ]);
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

it('is sent only for a confirmed address, to a contact of the owner', async () => {
  const { helena, ana } = await withContact();
  const other = await withContact();
  await expect(testContact(years.context(), other.helena.id, ana)).rejects.toMatchObject({ code: 'not-found' });
  await unconfirm(years.query, helena.id);
  await expect(testContact(years.context(), helena.id, ana)).rejects.toMatchObject({ code: 'address-unconfirmed' });
  expect(await round()).toEqual([]);
});

test('the owner hears once that a mail came back, until a test arrives again', async () => {
  const { helena, ana, of } = await withContact();
  await testContact(years.context(), helena.id, ana);
  const [mail] = await round();
  for (let again = 0; again < 2; again++) await report(mail?.reference.contact_mail_id, BOUNCE);
  expect(await of()).toMatchObject({ reached_at: null, bounced_at: expect.any(String) });
  const told = await round();
  expect(told.map(({ to }) => to.email)).toEqual([helena.email]);
  expect(told[0]?.text).toContain('ana@example.com');

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

test('a mail of the protocol that comes back marks the contact too, and a new address is notified at once', async () => {
  const helena = await years.silent('missed');
  const [row] = await years.query<{ id: string; email: string }>(
    "select id, email from emergency_mails where owner_id = ? and kind = 'contact-told' and email = 'ana@example.com'",
    [helena.id],
  );
  await fork().transactional((tx) => settleMails(tx, DAY, [{ mailId: row?.id ?? '', state: 'bounced' }]));
  const [ana] = await years.query<{ id: string; bounced_at: string | null }>(
    "select id, bounced_at from trusted_contacts where owner_id = ? and email = 'ana@example.com'",
    [helena.id],
  );
  expect(ana?.bounced_at).not.toBeNull();
  expect((await round()).map(({ to }) => to.email)).toEqual([helena.email]);
  await changeContact(years.context(), helena.id, ana?.id ?? '', { email: 'ana.duarte@example.com' });
  expect(await years.mails(helena.id, 'waiting')).toMatchObject([
    { kind: 'contact-told', email: 'ana.duarte@example.com' },
  ]);
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
