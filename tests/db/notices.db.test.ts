/** Mails to owners about their own deliveries: they name each kind of content. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveFile } from '#services/contents/save-file.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { mailNotices } from '#tests/harness/notices.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { incoming } from '#tests/vault/vault.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let objects: ObjectStore;
beforeAll(async () => {
  stage = await createStage();
  objects = testObjects();
});
afterAll(async () => {
  objects?.close();
  await stage?.close();
});

/** Mails what is due. */
const mailed = () => mailNotices(stage);

/** A delivery that bounced, whose owner was not notified yet. */
async function failed(ownerId: string, contentId: string): Promise<void> {
  const { id } = await scheduleDelivery(stage.context(), ownerId, scheduleOf(contentId));
  const { em } = stage.context();
  await em.execute(
    `update deliveries set status = 'failed', failure_code = 'bounced', finished_at = now(), next_attempt_at = null where id = ?`,
    [id],
  );
  const notice = newId();
  await em.execute(
    `insert into notices (id, owner_id, kind, delivery_id, revision, created_at)
     values (?, ?, 'delivery-failed', ?, 1, now())`,
    [notice, ownerId, id],
  );
  await enqueue(em, 'notice', notice);
}

async function keptFileOf(ownerId: string): Promise<string> {
  const context = { ...stage.context(), objects };
  return (await saveFile(context, ownerId, incoming(1_000))).id;
}

it('calls a letter a letter and a file a file, each with its title', async () => {
  const { id, letter } = await createPerson(stage.context());
  await failed(id, letter.id);
  const [first, ...more] = await mailed();
  expect([first?.text.includes('The letter is still in your vault'), more]).toEqual([true, []]);
  expect(first?.subject).toContain('How we chose your name');

  await failed(id, await keptFileOf(id));
  const [second] = await mailed();
  expect(second?.text).toContain('The file is still in your vault');
  expect(second?.subject).toContain('The sea');
  expect(await mailed()).toEqual([]);
});

/** SendGrid's events about a notice, as the adapter reads them. */
const EVENTS = {
  dropped: { kind: 'failed', failure: 'dropped' },
  delivered: { kind: 'delivered' },
  spamreport: { kind: 'failed', failure: 'reported' },
} as const;

async function reported({ reference }: EmailMessage, name: keyof typeof EVENTS): Promise<void> {
  const about = { attemptId: null, mailId: null, noticeId: reference.notice_id ?? null, messageId: 'm1', name };
  const event = EVENTS[name];
  await recordProviderEvents(stage.context(), 'sendgrid', [
    { ...about, eventId: newId(), event, occurredAt: new Date() },
  ]);
}

async function standingOf({ reference }: EmailMessage): Promise<{ wasSent: boolean; isDue: boolean } | undefined> {
  const [row] = await stage.context().em.execute<{ wasSent: boolean; isDue: boolean }[]>(
    `select sent_at is not null as "wasSent", exists (select 1 from jobs where subject = n.id::text) as "isDue"
       from notices n where id = ?`,
    [reference.notice_id],
  );
  return row;
}

describe('a notice that SendGrid accepted', () => {
  async function taken(meanwhile?: (message: EmailMessage) => Promise<void>): Promise<EmailMessage> {
    const { id, letter } = await createPerson(stage.context());
    await failed(id, letter.id);
    const [mail] = await mailNotices(stage, meanwhile);
    if (!mail) throw new Error('No notice went out.');
    return mail;
  }

  it('does not count as sent when it is dropped, and is not tried again', async () => {
    const mail = await taken();
    expect(await standingOf(mail)).toEqual({ wasSent: true, isDue: false });
    await reported(mail, 'dropped');
    expect(await standingOf(mail)).toEqual({ wasSent: false, isDue: false });
    expect(await mailed()).toEqual([]);
  });

  it('does not count as sent when it is dropped before we recorded its acceptance', async () => {
    const mail = await taken((message) => reported(message, 'dropped'));
    expect(await standingOf(mail)).toEqual({ wasSent: false, isDue: false });
  });

  it('counts as sent when it is delivered', async () => {
    const mail = await taken((message) => reported(message, 'delivered'));
    await reported(mail, 'delivered');
    expect(await standingOf(mail)).toEqual({ wasSent: true, isDue: false });
  });

  it('counts as sent when its owner reports it as spam: it arrived', async () => {
    const mail = await taken();
    await reported(mail, 'spamreport');
    expect(await standingOf(mail)).toEqual({ wasSent: true, isDue: false });
  });

  it.each([
    ['in one report', (events: ProviderEvent[]) => [events]],
    ['when it comes back after that failure', (events: ProviderEvent[]) => events.map((event) => [event])],
  ])('is sent again when it was dropped and the delivery fails once more: %s', async (_when, reports) => {
    const { id, letter } = await createPerson(stage.context());
    const delivery = await scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
    const [attemptId, noticeId] = [newId(), newId()];
    await stage
      .context()
      .em.execute(
        "insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, 'started', now())",
        [attemptId, delivery.id],
      );
    await stage.context().em.execute(
      `insert into notices (id, owner_id, kind, delivery_id, revision, sent_at, created_at)
       values (?, ?, 'delivery-failed', ?, 1, now(), now())`,
      [noticeId, id, delivery.id],
    );
    const about = { mailId: null, messageId: 'm1', occurredAt: new Date() };
    const events: ProviderEvent[] = [
      { ...about, eventId: newId(), attemptId, name: 'bounce', event: { kind: 'failed', failure: 'bounced' } },
      { ...about, eventId: newId(), attemptId: null, noticeId, name: 'dropped', event: EVENTS.dropped },
    ];
    for (const batch of reports(events)) await recordProviderEvents(stage.context(), 'sendgrid', batch);
    expect((await mailed()).map(({ reference }) => reference.notice_id)).toEqual([noticeId]);
  });
});

it('is not delayed by a notice whose delivery was deleted before', async () => {
  const { id, letter } = await createPerson(stage.context());
  const fileId = await keptFileOf(id);
  await failed(id, fileId);
  await deleteContent(stage.context(), id, fileId, { confirmed: [] });
  await failed(id, letter.id);
  const titled = (await mailed()).map(({ subject }) => subject.includes('How we chose your name'));
  expect(titled).toEqual([true]);
});
