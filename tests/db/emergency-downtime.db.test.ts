/** We could not be reached for a while, or no provider took anything: nobody is released who could not have answered. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { beat, deleteOldOutages, readAvailability, repairHeartbeat } from '#services/emergency/availability.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { settleMails } from '#services/emergency/settle-mails.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { createYears, passTime, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
beforeEach(async () => {
  await years.query('delete from outages');
  await years.pass(0);
});
afterAll(() => years.close());

const fork = () => years.stage.orm.em.fork();
const outages = async () => {
  const rows = await years.query<{ began_at: string; ended_at: string }>('select * from outages order by id');
  return rows.map((row) => Date.parse(row.ended_at) - Date.parse(row.began_at));
};
const warnings = async (ownerId: string) => {
  const mails = await years.query<{ kind: string; state: string }>(
    `select * from emergency_mails where owner_id = ? and email is null order by created_at, id`,
    [ownerId],
  );
  return mails.map(({ kind, state }) => (state === 'accepted' ? kind : `${kind} ${state}`));
};
/** Asks as often as the engine and the lane would. */
async function stageAfter(ownerId: string, milliseconds: number): Promise<string> {
  await years.pass(milliseconds);
  await years.advance(ownerId);
  await years.settle(ownerId);
  return (await years.row(ownerId)).stage;
}
const daysToRelease = async (ownerId: string) =>
  (Date.parse((await emergencyStatus(years.context(), ownerId)).release_at ?? '') - Date.now()) / DAY;

describe('the heartbeat', () => {
  it('keeps a silence of more than five minutes as an outage, and a shorter one not', async () => {
    await years.outage(5 * MINUTE - 5_000);
    expect(await outages()).toEqual([]);
    await years.outage(5 * MINUTE + 5_000);
    const [gap] = await outages();
    expect(gap).toBeGreaterThan(5 * MINUTE);
  });

  it('of several web processes at once keeps one outage once', async () => {
    await years.pass(0);
    await years.query(`update heartbeats set beat_at = beat_at - interval '3 hours'`);
    await Promise.all(Array.from({ length: 5 }, () => beat(fork(), DAY)));
    expect(await outages()).toHaveLength(1);
    const availability = await readAvailability(fork(), 0, Date.now(), DAY);
    expect(availability.isReachable).toBe(true);
  });

  it('by a clock that ran ahead and was set right, keeps what there was of it, and nothing of the future', async () => {
    await years.query(`insert into outages (began_at, ended_at) values
      (now() - interval '1 day', now() + interval '9 years'), (now() + interval '1 year', now() + interval '2 years')`);
    await beat(fork(), DAY);
    const [, ...more] = await outages();
    expect(more).toEqual([]);
    const availability = await readAvailability(fork(), 0, Date.now() + 1_000, DAY);
    expect([availability.isReachable, Math.round((availability.outages[0]?.until ?? 0) - Date.now()) < 5_000]).toEqual([
      true,
      true,
    ]);
  });

  it('by a clock that ran ten years ahead while everything was looked at, lets all of it go on from now', async () => {
    const armed = await years.armed();
    const held = await years.silent('missed');
    await years.outage(3_650 * DAY);
    for (const { id } of [armed, held]) await years.advance(id);
    await years.settle(armed.id);
    await years.outage(-3_650 * DAY);
    const due = await years.query<{ owner_id: string }>(
      'select owner_id from emergency_protocols where next_step_at <= now()',
    );
    expect(due.map(({ owner_id }) => owner_id).sort()).toEqual([armed.id, held.id].sort());
    // Only what had gone by in truth counts.
    expect(await stageAfter(armed.id, 29 * DAY)).toBe('reminding');
    expect(await stageAfter(armed.id, DAY)).toBe('missed');
    expect(await stageAfter(held.id, 0)).toBe('last-call');
    for (const { id } of [armed, held]) await years.silentOn(id, 'released');
  });

  it('by a clock that ran ahead, lets no bounce of the future outweigh a warning that is delivered later', async () => {
    const helena = await years.silent('missed');
    await years.query(
      `update emergency_mails set state = 'bounced', bounced_at = now() + interval '9 years'
       where owner_id = ? and kind = 'reminder'`,
      [helena.id],
    );
    await years.query(`update heartbeats set beat_at = now() + interval '9 years'`);
    await beat(fork(), DAY);
    await years.advance(helena.id);
    const [again] = await years.mails(helena.id, 'waiting');
    await fork().transactional((tx) => settleMails(tx, DAY, [{ mailId: again?.id ?? '', state: 'delivered' }]));
    expect(Math.round(await daysToRelease(helena.id))).toBe(3);
  });

  it('by a clock that was set back while no web process was there, does not make one present again', async () => {
    const helena = await years.silent('last-call');
    const setBack = 32 * HOUR;
    await passTime(fork(), -setBack, { isOutage: true });
    await years.advance(helena.id);
    expect(await repairHeartbeat(fork(), DAY)).toBe(true);
    expect(await repairHeartbeat(fork(), DAY)).toBe(false);
    // Until the clock shows again what it showed when the web process died, and long after.
    for (const hours of [31.9, 0.1, 24]) {
      await passTime(fork(), hours * HOUR, { isOutage: true });
      await years.advance(helena.id);
    }
    expect([(await years.row(helena.id)).stage, (await warnings(helena.id)).at(-1)]).toEqual([
      'last-call',
      'last-call',
    ]);
    await beat(fork(), DAY);
    const [outage, ...more] = await outages();
    expect(more).toEqual([]);
    expect((outage ?? 0) / HOUR).toBeCloseTo(56 + 5 / 60, 1);
    // The owner hears from us first, and has as long as after any outage.
    await years.advance(helena.id);
    expect((await warnings(helena.id)).at(-1)).toBe('again waiting');
    await years.settle(helena.id);
    expect(await daysToRelease(helena.id)).toBeGreaterThan(0.99);
  });

  it('by a clock that was set back keeps one outage, whether a worker or several web processes see it first', async () => {
    for (const order of [
      [repairHeartbeat, beat, beat],
      [beat, repairHeartbeat],
      [beat, beat, repairHeartbeat],
    ]) {
      await years.query('delete from outages');
      await years.query(`update heartbeats set beat_at = clock_timestamp() + interval '6 seconds'`);
      await Promise.all(order.map((see) => see(fork(), DAY)));
      expect(await outages()).toHaveLength(1);
      expect((await readAvailability(fork(), 0, Date.now() + 1_000, DAY)).isReachable).toBe(true);
    }
  });

  it('that is at most five seconds later than now needs no repair', async () => {
    await years.query(`update heartbeats set beat_at = clock_timestamp() + interval '4 seconds'`);
    expect(await repairHeartbeat(fork(), DAY)).toBe(false);
    await beat(fork(), DAY);
    expect(await outages()).toEqual([]);
  });

  it('has whoever was warned looked at when an outage ends, and nobody else', async () => {
    const [quiet, warned] = [await years.armed(), await years.silent('missed')];
    await years.query(`update emergency_protocols set next_step_at = now() + interval '2 days'`);
    await years.outage(HOUR);
    const due = await years.query<{ owner_id: string }>(
      'select owner_id from emergency_protocols where next_step_at <= clock_timestamp() and owner_id in (?, ?)',
      [quiet.id, warned.id],
    );
    expect(due).toEqual([{ owner_id: warned.id }]);
  });

  it('counts a silence that lasts before it is kept, and forgets what shifts nothing any more', async () => {
    await years.query(`update heartbeats set beat_at = clock_timestamp() - interval '1 hour'`);
    const availability = await readAvailability(fork(), 0, Date.now(), DAY);
    expect([availability.isReachable, availability.outages.length]).toEqual([false, 1]);
    await beat(fork(), DAY);
    await years.pass(799 * DAY);
    await deleteOldOutages(fork());
    expect(await outages()).toHaveLength(1);
    await years.pass(2 * DAY);
    await deleteOldOutages(fork());
    expect(await outages()).toEqual([]);
  });
});

describe('everything was down', () => {
  it('before the threshold: the newest reminder comes first, six hours before anybody is told', async () => {
    const helena = await years.armed();
    await years.outage(100 * DAY);
    await years.advance(helena.id);
    expect(await warnings(helena.id)).toEqual(['reminder waiting']);
    await years.settle(helena.id);
    expect(await stageAfter(helena.id, 6 * HOUR - MINUTE)).toBe('reminding');
    expect(await stageAfter(helena.id, MINUTE)).toBe('missed');
    expect(await daysToRelease(helena.id)).toBeCloseTo(3, 2);
    expect(await stageAfter(helena.id, 2 * DAY)).toBe('last-call');
    expect(await stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await stageAfter(helena.id, MINUTE)).toBe('released');
    expect(await warnings(helena.id)).toEqual(['reminder', 'missed', 'last-call', 'released']);
  });

  it('in the safety time: a fresh warning comes first, and what is left is as long as it was', async () => {
    const helena = await years.silent('missed');
    await years.pass(DAY);
    await years.outage(20 * DAY);
    await years.advance(helena.id);
    expect((await warnings(helena.id)).at(-1)).toBe('again waiting');
    await years.settle(helena.id);
    expect(await daysToRelease(helena.id)).toBeCloseTo(2, 2);
    expect(await stageAfter(helena.id, DAY - MINUTE)).toBe('missed');
    expect(await stageAfter(helena.id, MINUTE)).toBe('last-call');
    expect(await stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await stageAfter(helena.id, MINUTE)).toBe('released');
  });

  it('past the deadline: a fresh warning comes first, and a day in which it can be answered', async () => {
    const helena = await years.silent('last-call');
    await years.pass(HOUR);
    await years.outage(20 * DAY);
    await years.advance(helena.id);
    expect((await warnings(helena.id)).at(-1)).toBe('again waiting');
    await years.settle(helena.id);
    expect(await stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await stageAfter(helena.id, MINUTE)).toBe('released');
  });

  it('also before the last check-in, where a clock that was set back has put that later than a warning', async () => {
    const helena = await years.silent('missed');
    await years.pass(DAY);
    await years.outage(20 * DAY);
    await years.query('update emergency_protocols set last_check_in = now() where owner_id = ?', [helena.id]);
    await years.advance(helena.id);
    expect((await warnings(helena.id)).at(-1)).toBe('again waiting');
  });

  it('again and again: one fresh warning for each time, and the time never runs during an outage', async () => {
    const helena = await years.silent('missed');
    // No provider takes the first fresh warning, and what is newer takes its place.
    await years.outage(DAY);
    await years.advance(helena.id);
    await years.pass(2 * DAY);
    await years.advance(helena.id);
    expect((await warnings(helena.id)).slice(-2)).toEqual(['again withdrawn', 'last-call waiting']);
    await years.settle(helena.id);
    for (const round of [1, 2]) {
      await years.outage(DAY);
      await years.advance(helena.id);
      await years.settle(helena.id);
      expect((await warnings(helena.id)).slice(-round)).toEqual(Array(round).fill('again'));
    }
    expect(await stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await stageAfter(helena.id, MINUTE)).toBe('released');
  });

  it('and is still: nothing moves, however long ago everything was due', async () => {
    const helena = await years.silent('last-call');
    await years.pass(50 * DAY);
    await years.query(`update heartbeats set beat_at = clock_timestamp() - interval '6 minutes'`);
    const before = await warnings(helena.id);
    const answer = await years.advance(helena.id);
    expect(answer).toMatchObject({ stage: 'last-call' });
    const again = answer.kind === 'waiting' ? Date.parse(answer.at ?? '') - Date.now() : 0;
    expect(Math.abs(again - 5 * MINUTE)).toBeLessThan(MINUTE);
    expect(await warnings(helena.id)).toEqual(before);
  });
});

describe('no provider takes anything', () => {
  it('for weeks: nothing moves, and afterwards one mail comes, and then all of the time', async () => {
    const helena = await years.armed();
    for (let days = 0; days < 60; days += 1) {
      await years.pass(DAY);
      await years.advance(helena.id);
    }
    expect((await years.row(helena.id)).stage).toBe('reminding');
    expect(await years.mails(helena.id, 'waiting')).toMatchObject([{ kind: 'reminder', index: 3 }]);
    await years.settle(helena.id);
    expect(await stageAfter(helena.id, 6 * HOUR)).toBe('missed');
    expect(await daysToRelease(helena.id)).toBeCloseTo(3, 2);
  });

  it('of the urgent mail: neither does the safety time begin', async () => {
    const helena = await years.silent('reminding');
    await years.pass(DAY);
    await years.advance(helena.id);
    await years.pass(40 * DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'missed', at: null });
    await years.settle(helena.id);
    expect(await daysToRelease(helena.id)).toBeCloseTo(3, 2);
  });

  it('but their own mailbox refuses it: contacts are told, and have fourteen days more', async () => {
    const helena = await years.armed();
    for (const days of [29, 1]) {
      await years.pass(days * DAY);
      await years.advance(helena.id);
      await years.settle(helena.id, 'bounced');
    }
    expect((await years.row(helena.id)).stage).toBe('missed');
    expect(await daysToRelease(helena.id)).toBeCloseTo(17, 2);
    expect(await stageAfter(helena.id, 16 * DAY - MINUTE)).toBe('missed');
    expect(await stageAfter(helena.id, MINUTE)).toBe('last-call');
    expect(await stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await stageAfter(helena.id, MINUTE)).toBe('released');
  });

  it('also days after it was taken: the fourteen days are counted from then, and once is enough', async () => {
    const helena = await years.silent('missed');
    const urgent = (await years.mails(helena.id, 'accepted')).find(({ kind }) => kind === 'missed');
    await years.pass(DAY);
    const settled = [{ mailId: urgent?.id ?? '', state: 'bounced' as const }];
    await fork().transactional((tx) => settleMails(tx, DAY, settled));
    expect(await daysToRelease(helena.id)).toBeCloseTo(16, 2);
    await years.outage(DAY);
    expect(await stageAfter(helena.id, 0)).toBe('missed');
    expect((await warnings(helena.id)).at(-1)).toBe('again');
    expect(await daysToRelease(helena.id)).toBeCloseTo(16, 2);
  });
});

describe('what a provider reports later of warnings', () => {
  const report = (mailId: string, meaning: DeliveryEvent) =>
    recordProviderEvents({ em: fork() }, 'sendgrid', [
      {
        eventId: randomUUID(),
        attemptId: null,
        mailId,
        messageId: null,
        name: meaning.kind,
        event: meaning,
        occurredAt: new Date(),
      },
    ]);
  const newest = async (ownerId: string) => (await years.mails(ownerId, 'accepted')).at(-1)?.id ?? '';
  const urgentOf = async (ownerId: string) =>
    (await years.mails(ownerId, 'accepted')).find(({ kind }) => kind === 'missed')?.id ?? '';

  it('bounces that come back three days late: the release waits until day 47', async () => {
    const helena = await years.armed();
    const late = () =>
      years.query<{ id: string }>(
        `select id from emergency_mails where owner_id = ? and email is null and state = 'accepted'
           and settled_at < now() - interval '3 days' order by settled_at`,
        [helena.id],
      );
    let hours = 0;
    for (; (await years.row(helena.id)).stage !== 'released' && hours < 60 * 24; hours += 6) {
      await years.pass(6 * HOUR);
      await years.advance(helena.id);
      await years.settle(helena.id);
      for (const { id } of await late()) await report(id, { kind: 'failed', failure: 'bounced' });
    }
    expect(hours / 24).toBeGreaterThanOrEqual(47);
    expect(hours / 24).toBeLessThan(48);
  });

  it('a warning that is delivered after a bounce brings the shorter clock back', async () => {
    const helena = await years.silent('reminding');
    await report(await newest(helena.id), { kind: 'failed', failure: 'bounced' });
    await years.pass(DAY);
    await years.advance(helena.id);
    await years.settle(helena.id);
    expect(await daysToRelease(helena.id)).toBeCloseTo(17, 2);
    await report(await urgentOf(helena.id), { kind: 'delivered' });
    expect(await daysToRelease(helena.id)).toBeCloseTo(3, 2);
    await report(await urgentOf(helena.id), { kind: 'failed', failure: 'bounced' });
    expect(await daysToRelease(helena.id)).toBeCloseTo(17, 2);
  });

  it('a deferred urgent warning holds the safety time until it is delivered, which then has all of it', async () => {
    const helena = await years.silent('missed');
    await report(await urgentOf(helena.id), { kind: 'deferred' });
    await years.pass(2 * DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'missed' });
    await report(await urgentOf(helena.id), { kind: 'delivered' });
    expect(await daysToRelease(helena.id)).toBeCloseTo(3, 2);
    // What is heard late of a time before changes nothing.
    await report(await urgentOf(helena.id), { kind: 'deferred' });
    expect(await daysToRelease(helena.id)).toBeCloseTo(3, 2);
  });

  it('a deferred warning of which nothing is heard counts as bounced after three days, by itself', async () => {
    const helena = await years.silent('missed');
    await report(await urgentOf(helena.id), { kind: 'deferred' });
    const waiting = await years.advance(helena.id);
    const until = waiting.kind === 'waiting' ? Date.parse(waiting.at ?? '') - Date.now() : 0;
    expect(until / DAY).toBeCloseTo(3, 2);
    await years.pass(3 * DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'missed' });
    expect(await daysToRelease(helena.id)).toBeCloseTo(14, 2);
  });

  it('of three words about one mail the last ones are heard first: it is delivered all the same', async () => {
    const helena = await years.silent('missed');
    for (const kind of ['delivered', 'deferred', 'accepted'] as const)
      await report(await urgentOf(helena.id), { kind });
    expect(await daysToRelease(helena.id)).toBeCloseTo(3, 2);
    expect((await years.advance(helena.id)).kind).toBe('waiting');
    expect(await stageAfter(helena.id, 2 * DAY)).toBe('last-call');
  });
});
