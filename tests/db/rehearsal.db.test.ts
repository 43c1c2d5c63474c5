/** A rehearsal of the emergency protocol: its mails, its report, and that the real one does not notice. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { changeContact, listContacts } from '#services/emergency/contacts.ts';
import { changeReleasePlan } from '#services/emergency/plan.ts';
import { rehearsalMessageJob } from '#services/emergency/rehearsal-message-job.ts';
import { deleteOldRehearsals, listRehearsals, readRehearsal } from '#services/emergency/rehearsal-report.ts';
import { startRehearsal } from '#services/emergency/start-rehearsal.ts';
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

let answer: ProviderAnswer = { kind: 'accepted', messageId: 'm1' };
beforeEach(() => {
  answer = { kind: 'accepted', messageId: 'm1' };
});

/** Sends what is due. */
async function round(): Promise<EmailMessage[]> {
  const sent: EmailMessage[] = [];
  const job = rehearsalMessageJob({
    fork: years.fork,
    keyring: years.stage.keyring,
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
  while ((await runDueJobs(years.fork, 'rehearsal-message', job)) > 0);
  return sent;
}
/** Its time is over at once. */
async function hurry(): Promise<EmailMessage[]> {
  await years.query("update jobs set run_at = now() where kind = 'rehearsal-message'");
  await years.query('update rehearsals set ends_at = created_at');
  return round();
}
const start = (id: string) => startRehearsal(years.context(), id, {});
const reportOf = (ownerId: string, id: string) => readRehearsal(years.context(), ownerId, id);

test('mails the owner alone what everyone would get, marked, with no real link', async () => {
  const helena = await years.armed();
  const { id } = await start(helena.id);
  const first = await round();
  expect(first, 'the others wait for their time').toHaveLength(1);
  const mails = [...first, ...(await hurry())];
  expect(mails.map(({ to }) => to.email)).toEqual(Array.from({ length: 11 }, () => helena.email));
  for (const { subject, text, html, reference } of mails) {
    expect(subject).toMatch(/^REHEARSAL: /);
    expect(text).toMatch(/^REHEARSAL\. /);
    expect(html).toContain('REHEARSAL. If you stopped checking in now');
    expect(Object.keys(reference)).toEqual(['rehearsal_message_id']);
    expect(`${text} ${html}`).not.toMatch(/\/(check-in|contact|stop|m)\//);
    expect(text).toContain(`%2Femergency%2Frehearsal%2F${id}`);
  }
  const toRui = mails.filter(({ text }) => text.replace(/\s+/g, ' ').includes('Rui would get this email'));
  expect(toRui).toHaveLength(2);
  expect(toRui.filter(({ subject }) => subject.includes('We haven’t heard from'))).toHaveLength(1);
});

test('leaves the protocol, its mails, its contacts and its deliveries as they are', async () => {
  const helena = await years.armed();
  const real = async () => [
    await years.row(helena.id),
    await years.query('select * from emergency_mails where owner_id = ?', [helena.id]),
    await years.query('select * from trusted_contacts where owner_id = ? order by id', [helena.id]),
    await years.query('select * from deliveries where owner_id = ?', [helena.id]),
    await years.timeline(helena.id),
  ];
  const before = await real();
  await start(helena.id);
  await hurry();
  expect(await real()).toEqual(before);
});

describe('the report', () => {
  it('says who would get what and when, and what became of it', async () => {
    const helena = await years.armed();
    const { id } = await start(helena.id);
    expect(await reportOf(helena.id, id)).toMatchObject({ progress: 'running', gaps: [] });
    await hurry();
    const [first] = await years.query<{ id: string }>(
      'select id from rehearsal_messages where rehearsal_id = ? and n = 0',
      [id],
    );
    const event = (kind: DeliveryEvent) =>
      recordProviderEvents({ em: years.fork() }, 'sendgrid', [
        {
          ...{ eventId: randomUUID(), attemptId: null, mailId: null, messageId: 'm1', name: kind.kind, event: kind },
          ...{ rehearsalMessageId: first?.id ?? null, occurredAt: new Date() },
        },
      ]);
    await event({ kind: 'delivered' });
    const report = await reportOf(helena.id, id);
    expect(report.progress).toBe('finished');
    expect(report.messages[0]).toMatchObject({
      message: 'reminder',
      to: null,
      channels: ['email'],
      outcome: 'arrived',
    });
    const released = report.messages.filter(({ message }) => message === 'release');
    expect(released).toMatchObject([
      { to: { name: 'Ana' }, contents: [{ id: helena.letter.id }], would_arrive: true, outcome: 'sent' },
      { to: { name: 'Rui' }, contents: [{ id: helena.letter.id }], would_arrive: true, outcome: 'sent' },
    ]);
    await event({ kind: 'failed', failure: 'bounced' });
    expect((await reportOf(helena.id, id)).messages[0]).toMatchObject({ outcome: 'failed' });
  });

  it('follows the plan, and says who gets nothing', async () => {
    const helena = await years.armed();
    const contacts = await listContacts(years.context(), helena.id);
    const idOf = (name: string) => contacts.find((one) => one.name === name)?.id ?? '';
    const items = [{ content_id: helena.letter.id, contact_id: idOf('Ana'), after_days: 14 }];
    await changeReleasePlan(years.context(), helena.id, { items });
    const planned = await start(helena.id);
    const mails = [...(await round()), ...(await hurry())];
    const report = await reportOf(helena.id, planned.id);
    const released = report.messages.find(({ message }) => message === 'released');
    const brought = report.messages.filter(({ message }) => message === 'release');
    expect(brought).toMatchObject([{ to: { name: 'Ana' }, contents: [{ id: helena.letter.id }] }]);
    const wait = Date.parse(brought[0]?.planned_at ?? '') - Date.parse(released?.planned_at ?? '');
    expect(Math.round(wait / DAY)).toBe(14);
    expect(report.messages.at(-1)).toEqual(brought[0]);
    expect(report.gaps).toMatchObject([{ gap: 'contact-gets-nothing', name: 'Rui gets nothing' }]);
    expect(mails).toHaveLength(10);
    await changeContact(years.context(), helena.id, idOf('Rui'), { role: 'witness' });
    const witnessed = await start(helena.id);
    const toRui = (await hurry()).filter(({ text }) => text.replace(/\s+/g, ' ').includes('Rui would get this email'));
    expect(toRui).toHaveLength(2);
    const after = await reportOf(helena.id, witnessed.id);
    const ruis = after.messages
      .filter(({ to }) => to?.name === 'Rui')
      .map(({ message, contents }) => [message, contents]);
    expect(ruis).toEqual([
      ['contact-told', []],
      ['witness-told', []],
    ]);
    expect(after.gaps).toEqual([]);
    await hurry();
    await changeContact(years.context(), helena.id, idOf('Ana'), { role: 'witness' });
    const { id } = await start(helena.id);
    const { gaps } = await reportOf(helena.id, id);
    expect(gaps).toContainEqual(
      expect.objectContaining({ gap: 'nobody-receives', name: 'Nobody would receive anything' }),
    );
  });

  it('names gaps as they were, also after they were closed', async () => {
    const helena = await years.armed();
    await years.query("update trusted_contacts set bounced_at = now() where owner_id = ? and name = 'Rui'", [
      helena.id,
    ]);
    const { id } = await start(helena.id);
    await years.query("update rehearsals set frozen = jsonb_set(frozen, '{items,0,isSealed}', 'true') where id = ?", [
      id,
    ]);
    await years.query('update trusted_contacts set bounced_at = null where owner_id = ?', [helena.id]);
    const { gaps, messages } = await reportOf(helena.id, id);
    expect(gaps).toMatchObject([
      { gap: 'contact-bounced', name: 'An email to Rui came back' },
      { gap: 'content-sealed', id: helena.letter.id },
    ]);
    const reached = messages.filter(({ to }) => to?.name === 'Rui').map(({ would_arrive }) => would_arrive);
    expect(reached).toEqual([false, false]);
  });

  it('is its owner’s alone', async () => {
    const [helena, nora] = [await years.armed(), await years.armed()];
    const { id } = await start(helena.id);
    await expect(reportOf(nora.id, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(reportOf(helena.id, 'no id')).rejects.toMatchObject({ code: 'not-found' });
    expect(await listRehearsals(years.fork(), helena.id)).toMatchObject([{ id, gaps: 0 }]);
    expect(await listRehearsals(years.fork(), nora.id)).toEqual([]);
  });
});

test('one at a time for each owner', async () => {
  const helena = await years.armed();
  const starts = await Promise.allSettled([start(helena.id), start(helena.id)]);
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(start(helena.id)).rejects.toMatchObject({ code: 'conflict' });
  await hurry();
  await start(helena.id);
});

test('mails nothing to an address that nobody confirmed, and says so', async () => {
  const helena = await years.armed();
  await unconfirm(years.query, helena.email);
  const { id } = await start(helena.id);
  const mails = await hurry();
  expect(mails.filter(({ to }) => to.email === helena.email)).toEqual([]);
  const { gaps, messages } = await reportOf(helena.id, id);
  expect(gaps.map(({ gap }) => gap)).toContain('address-unconfirmed');
  expect(new Set(messages.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
});

test('a mail that is refused for good failed; one that may pass is tried again', async () => {
  const helena = await years.armed();
  const { id } = await start(helena.id);
  answer = { kind: 'transient', reason: '503', retryAfter: null };
  await round();
  expect((await reportOf(helena.id, id)).messages[0]).toMatchObject({ outcome: 'waiting' });
  answer = { kind: 'permanent', reason: '400', failure: 'invalid-recipient' };
  await hurry();
  expect((await reportOf(helena.id, id)).messages[0]).toMatchObject({ outcome: 'failed' });
});

test('goes after more than a year', async () => {
  const helena = await years.armed();
  const { id } = await start(helena.id);
  await deleteOldRehearsals(years.fork());
  expect(await reportOf(helena.id, id)).toMatchObject({ id });
  await years.query("update rehearsals set created_at = created_at - interval '401 days' where id = ?", [id]);
  await deleteOldRehearsals(years.fork());
  await expect(reportOf(helena.id, id)).rejects.toMatchObject({ code: 'not-found' });
});
