/** Processes die and the database restarts, at the worst moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#tests/harness/postgres.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, createWriter, type Message, recordOf, type World } from '#tests/harness/world.ts';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const linkOf = (message: Message | undefined) => /\/m\/[\w-]+/.exec(message?.text ?? '')?.[0] ?? 'none';

describe('with two workers', () => {
  let world: World;
  let writer: Awaited<ReturnType<typeof createWriter>>;
  beforeAll(async () => {
    world = await createWorld();
    await Promise.all([world.web.start(), world.worker.start(), world.secondWorker.start()]);
    await world.isPolling();
    writer = await createWriter(world);
  }, 60_000);
  afterAll(() => world?.stop());

  it('each of 100 deliveries due at once goes out once', async () => {
    const due = inSeconds(5);
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, index) => writer.schedule(`two-${index}@example.com`, due)),
    );
    for (const { id } of all)
      await eventually(
        () => recordOf(world, id),
        ({ row }) => row?.status === 'sent',
      );
    const copies = await world.query(
      'select delivery_id from delivery_attempts group by delivery_id having count(*) > 1',
    );
    expect(copies).toEqual([]);
    expect(await world.messages()).toHaveLength(100);
  }, 60_000);

  it('the same row dispatched twice, to runs that both wake, sends once', async () => {
    const { id } = await writer.schedule('twice@example.com', inSeconds(4));
    for (let times = 0; times < 6; times++) {
      await world.query('update deliveries set synced_revision = 0 where id = ? returning id', [id]);
      await sleep(300);
    }
    await eventually(
      () => recordOf(world, id),
      ({ row }) => row?.status === 'sent',
    );
    await sleep(3_000);
    expect((await recordOf(world, id)).attempts).toEqual(['accepted']);
    expect(await world.messages('twice@example.com')).toHaveLength(1);
  }, 60_000);

  it('the web process killed right after its commit has lost nothing', async () => {
    const { id } = await writer.schedule('committed@example.com', inSeconds(3));
    await world.web.kill('SIGKILL');
    await eventually(
      () => recordOf(world, id),
      ({ row }) => row?.status === 'sent',
    );
    expect(await world.messages('committed@example.com')).toHaveLength(1);
    // What the provider reported meanwhile reaches us once we are back.
    await world.web.start();
    await eventually(
      () => recordOf(world, id),
      ({ row }) => row?.delivered_at !== null,
    );
  }, 60_000);

  it('a webhook that comes before our own record settles the delivery, and our record agrees', async () => {
    // The answer takes longer than the provider's own event.
    await world.fault({ to: 'early@example.com', delay_ms: 900, times: 1 });
    const { id } = await writer.schedule('early@example.com', inSeconds(3));
    await eventually(
      () => recordOf(world, id),
      ({ row }) => row?.status === 'sent' && row.delivered_at !== null,
    );
    await sleep(2_500);
    const { attempts, timeline } = await recordOf(world, id);
    expect(attempts).toEqual(['accepted']);
    expect(timeline).toEqual(['delivery-scheduled', 'delivery-sent', 'delivery-delivered']);
  }, 60_000);

  it('a message that bounces after it was sent fails the delivery, and its owner is told once', async () => {
    const { id } = await writer.schedule('comes-back@example.com', inSeconds(3));
    await eventually(
      () => recordOf(world, id),
      ({ row }) => row?.delivered_at !== null,
    );
    const [message] = await world.messages('comes-back@example.com');
    await world.sendEvent(message?.id ?? '', 'bounce');
    await world.sendEvent(message?.id ?? '', 'bounce');
    const { row, timeline } = await eventually(
      () => recordOf(world, id),
      (record) => record.row?.status === 'failed',
    );
    expect(row?.failure_code).toBe('bounced');
    expect(timeline).toEqual(['delivery-scheduled', 'delivery-sent', 'delivery-delivered', 'delivery-failed']);
    await sleep(2_500);
    const told = (await world.messages(writer.email)).filter(({ text }) => text.includes('comes-back@example.com'));
    expect(told).toHaveLength(1);
  }, 60_000);

  it.each([
    ['failed', '+351912340016'],
    ['was not delivered', '+351912340063'],
  ])(
    'a WhatsApp message that was taken and %s goes by email, once, with the same link',
    async (_, phone) => {
      const to = `after${phone.slice(-2)}@example.com`;
      const { id } = await writer.schedule(to, inSeconds(3), phone);
      const { channels, attempts, timeline } = await eventually(
        () => recordOf(world, id),
        (record) => record.channels.includes('email') && record.row?.delivered_at != null,
      );
      expect(channels.map((channel, index) => `${channel} ${attempts[index]}`)).toEqual([
        'whatsapp rejected:permanent',
        'email accepted',
      ]);
      expect(timeline.slice(-3)).toEqual(['delivery-fell-back', 'delivery-sent', 'delivery-delivered']);
      const [message] = await world.messages(phone);
      await world.sendEvent(message?.id ?? '', 'undelivered');
      await sleep(2_500);
      const mails = await world.messages(to);
      expect(mails).toHaveLength(1);
      expect(linkOf(mails[0])).toBe(linkOf(message));
      expect((await recordOf(world, id)).row?.status).toBe('sent');
      expect((await world.messages(writer.email)).filter(({ text }) => text.includes(to))).toEqual([]);
    },
    60_000,
  );

  it('a WhatsApp message of which nothing is heard for two days goes by email', async () => {
    const phone = '+351912345670';
    await world.fault({ vendor: 'twilio', to: phone, silent: true });
    const { id } = await writer.schedule('unheard@example.com', inSeconds(3), phone);
    await eventually(
      () => recordOf(world, id),
      ({ row }) => row?.status === 'sent',
    );
    expect(await world.messages('unheard@example.com')).toEqual([]);
    await world.query("update deliveries set sent_at = sent_at - interval '48 hours' where id = ? returning id", [id]);
    const { timeline } = await eventually(
      () => recordOf(world, id),
      ({ row }) => row?.delivered_at != null,
    );
    expect(timeline.slice(1)).toEqual(['delivery-sent', 'delivery-fell-back', 'delivery-sent', 'delivery-delivered']);
    expect(await world.messages(phone)).toHaveLength(1);
    expect(await world.messages('unheard@example.com')).toHaveLength(1);
  }, 60_000);

  it('an address that bounces by itself fails the delivery too', async () => {
    const { id } = await writer.schedule('bounce@example.com', inSeconds(3));
    const { row } = await eventually(
      () => recordOf(world, id),
      (record) => record.row?.status === 'failed',
    );
    expect(row?.failure_code).toBe('bounced');
  }, 60_000);
});

describe('the database', () => {
  it('is restarted at send time: each delivery arrives once', async () => {
    const postgres = await startPostgres();
    const world = await createWorld({ DATABASE_URL: postgres.url });
    try {
      await Promise.all([world.web.start(), world.worker.start()]);
      await world.isPolling();
      const writer = await createWriter(world);
      const due = inSeconds(6);
      const all = await Promise.all(
        Array.from({ length: 40 }, (_, index) => writer.schedule(`restart-${index}@example.com`, due)),
      );
      // Calls take a moment, so that some answers come while nobody can record them.
      await world.fault({ delay_ms: 400 });
      await sleep(due.getTime() - Date.now() + 200);
      await postgres.restart();
      for (const { id } of all)
        await eventually(
          () => recordOf(world, id).catch(() => null),
          (record) => record?.row?.status === 'sent',
          60_000,
        );
      const messages = await world.messages();
      expect(new Set(messages.map(({ to }) => to)).size).toBe(40);
      expect(messages).toHaveLength(40);
    } finally {
      await world.stop();
      await postgres.stop();
    }
  }, 180_000);
});
