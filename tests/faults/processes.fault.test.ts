/** Processes die and the database restarts at the worst moment. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { HOUR } from '#domain/time/durations.ts';
import { administer, ROLE_PASSWORDS } from '#tests/harness/database.ts';
import { launchPostgres } from '#tests/harness/postgres.ts';
import { eventually } from '#tests/harness/process.ts';
import { type Message, startWorld, type World } from '#tests/harness/world.ts';
import { bringForward, createWriter, endWaits, engineSynced, recordOf } from '#tests/harness/writer.ts';
import { deliveryWorkflowId } from '#workflows/contracts/delivery.ts';

const linkOf = (message: Message | undefined) => /\/m\/[\w-]+/.exec(message?.text ?? '')?.[0] ?? 'none';

let folder: string;
let postgres: Awaited<ReturnType<typeof launchPostgres>>;
let world: World;
let writer: Awaited<ReturnType<typeof createWriter>>;
beforeAll(async () => {
  // One that may be restarted.
  folder = await mkdtemp(join(tmpdir(), 'stillhere-postgres-'));
  await chmod(folder, 0o755);
  postgres = await launchPostgres(join(folder, 'postgres'));
  await administer(postgres.adminUrl, 'create database stillhere');
  await migrate(postgres.urlOf('stillhere'), undefined, ROLE_PASSWORDS);
  world = await startWorld({ DATABASE_URL: postgres.urlOf('stillhere') });
  await world.secondWorker.start();
  writer = await createWriter(world);
}, 180_000);
afterAll(async () => {
  await world?.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const inAnHour = () => new Date(Date.now() + HOUR);
const recipients = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ to: `${name}-${index}@example.com` }));

/** Waits until the record of a delivery is the right one. */
const until = (id: string, isRight: (record: Awaited<ReturnType<typeof recordOf>>) => boolean) =>
  eventually(() => recordOf(world, id), isRight);
const sent = (id: string) => until(id, ({ row }) => row?.status === 'sent');
const delivered = (id: string) => until(id, ({ row }) => row?.delivered_at != null);

/** Waits until all deliveries to such recipients are on record as sent. */
const allSent = (recipients: string, count: number) =>
  eventually(
    () => world.query("select 1 from deliveries where status = 'sent' and recipient_email like ?", [recipients]),
    (rows) => rows.length === count,
  );

describe('with two workers', () => {
  it('sends each of 60 deliveries that are due at once only once', async () => {
    await writer.plant(recipients('two', 60), inAnHour());
    await engineSynced(world);
    await bringForward(world, "recipient_email like 'two-%'");
    await allSent('two-%', 60);
    const copies = await world.query(
      'select delivery_id from delivery_attempts group by delivery_id having count(*) > 1',
    );
    expect(copies).toEqual([]);
    expect(await world.outlines()).toHaveLength(60);
  }, 180_000);

  it('sends once when one row is dispatched twice and both runs wake', async () => {
    const { id } = await writer.scheduleFar('twice@example.com');
    for (let times = 0; times < 3; times++) {
      await engineSynced(world);
      await world.query('update deliveries set synced_revision = 0 where id = ? returning id', [id]);
    }
    await bringForward(world, 'id = ?', [id]);
    await sent(id);
    // Both have woken once the run has ended and its last request was refused or done.
    await world.withClient((client) => client.workflow.getHandle(deliveryWorkflowId(id)).result());
    expect((await recordOf(world, id)).attempts).toEqual(['accepted']);
    expect(await world.messages('twice@example.com')).toHaveLength(1);
  }, 180_000);

  it('loses nothing when the web process is killed right after its commit', async () => {
    const { id } = await writer.scheduleNow('committed@example.com');
    await world.web.kill('SIGKILL');
    await sent(id);
    expect(await world.messages('committed@example.com')).toHaveLength(1);
    // The provider's events of the meantime reach us after the restart.
    await world.web.start();
    await delivered(id);
  }, 180_000);

  it('settles a delivery by a webhook before our own record, and our record agrees', async () => {
    // The answer takes longer than the provider's own event.
    await world.fault({ to: 'early@example.com', delay_ms: 2_000, times: 1 });
    const { id } = await writer.scheduleNow('early@example.com');
    const [attempt] = await eventually(
      () => world.query<{ id: string }>('select id from delivery_attempts where delivery_id = ?', [id]),
      (attempts) => attempts.length > 0,
    );
    await world.sendEvent({ email: 'early@example.com', custom_args: { attempt_id: attempt?.id } }, 'delivered');
    await delivered(id);
    // Then the answer is recorded, and what the provider reports by itself.
    await eventually(
      async () => `${world.worker.output}${world.secondWorker.output}`,
      (output) => new RegExp(`"delivery":"${id}".*"answer":"accepted"`).test(output),
    );
    await eventually(
      () => world.query('select 1 from provider_events where attempt_id = ?', [attempt?.id]),
      (events) => events.length === 3,
    );
    const { attempts, timeline } = await recordOf(world, id);
    expect(attempts).toEqual(['accepted']);
    expect(timeline).toEqual(['delivery-scheduled', 'delivery-sent', 'delivery-delivered']);
  }, 180_000);

  it('fails a delivery whose message bounces after it was sent, and notifies its owner once', async () => {
    const { id } = await writer.scheduleNow('comes-back@example.com');
    await delivered(id);
    const [message] = await world.messages('comes-back@example.com');
    await world.sendEvent(message?.id ?? '', 'bounce');
    await world.sendEvent(message?.id ?? '', 'bounce');
    const { row, timeline } = await recordOf(world, id);
    expect([row?.status, row?.failure_code]).toEqual(['failed', 'bounced']);
    expect(timeline).toEqual(['delivery-scheduled', 'delivery-sent', 'delivery-delivered', 'delivery-failed']);
    expect(await writer.noticesAbout(id, 'comes-back@example.com')).toHaveLength(1);
  }, 180_000);

  it.each([
    ['failed', '+351912340016'],
    ['was not delivered', '+351912340063'],
  ])(
    'falls back once, with the same link, for a WhatsApp message that was accepted and %s',
    async (_, phone) => {
      const to = `after${phone.slice(-2)}@example.com`;
      const { id } = await writer.scheduleNow(to, phone);
      const { channels, attempts, timeline } = await until(
        id,
        (record) => record.channels.includes('email') && record.row?.delivered_at != null,
      );
      expect(channels.map((channel, index) => `${channel} ${attempts[index]}`)).toEqual([
        'whatsapp rejected:permanent',
        'email accepted',
      ]);
      expect(timeline.slice(-3)).toEqual(['delivery-fell-back', 'delivery-sent', 'delivery-delivered']);
      const [message] = await world.messages(phone);
      await world.sendEvent(message?.id ?? '', 'undelivered');
      // The repeated events change nothing, so no work is left.
      const { row } = await recordOf(world, id);
      expect([row?.status, row?.next_attempt_at]).toEqual(['sent', null]);
      const mails = await world.messages(to);
      expect(mails).toHaveLength(1);
      expect(linkOf(mails[0])).toBe(linkOf(message));
      expect(await writer.noticesAbout(id, to)).toEqual([]);
    },
    180_000,
  );

  it('falls back for a WhatsApp message without a report for two days', async () => {
    const phone = '+351912345670';
    await world.fault({ vendor: 'twilio', to: phone, silent: true });
    const { id } = await writer.scheduleNow('unheard@example.com', phone);
    await sent(id);
    expect(await world.messages('unheard@example.com')).toEqual([]);
    await world.query("update deliveries set sent_at = sent_at - interval '48 hours' where id = ? returning id", [id]);
    const { timeline } = await delivered(id);
    expect(timeline.slice(1)).toEqual(['delivery-sent', 'delivery-fell-back', 'delivery-sent', 'delivery-delivered']);
    expect(await world.messages(phone)).toHaveLength(1);
    expect(await world.messages('unheard@example.com')).toHaveLength(1);
  }, 180_000);

  it('fails a delivery whose address bounces by itself', async () => {
    const { id } = await writer.scheduleNow('bounce@example.com');
    const { row } = await until(id, (record) => record.row?.status === 'failed');
    expect(row?.failure_code).toBe('bounced');
  }, 180_000);
});

describe('the database', () => {
  it('is restarted at send time: each delivery arrives once', async () => {
    await writer.plant(recipients('restart', 20), inAnHour());
    await engineSynced(world);
    const before = (await world.outlines()).length;
    // Calls take a moment, so that some answers arrive while they cannot be recorded.
    await world.fault({ delay_ms: 1_000 });
    await bringForward(world, "recipient_email like 'restart-%'");
    await eventually(
      () => world.query("select 1 from delivery_attempts where state = 'started'"),
      (calls) => calls.length > 0,
    );
    await postgres.server.kill('SIGINT');
    await eventually(
      () => world.outlines(),
      (messages) => messages.length > before,
    );
    await postgres.server.start();
    // A claim may be committed without its worker knowing: nothing was sent, and the row waits for an event.
    await eventually(
      () => endWaits(world).catch(() => null),
      (pending) => pending === 0,
    );
    await allSent('restart-%', 20);
    const messages = (await world.outlines()).filter((message) => message.to.startsWith('restart-'));
    expect(new Set(messages.map((message) => message.to)).size).toBe(20);
    expect(messages).toHaveLength(20);
  }, 300_000);
});
