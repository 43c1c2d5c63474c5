import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { beat, deleteOldOutages, readAvailability, repairHeartbeat } from '#services/emergency/availability.ts';
import { settleMails } from '#services/emergency/settle-mails.ts';
import { createYears, passTime, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
beforeEach(() => years.reachable());
afterAll(() => years.close());

const outages = async () => {
  const rows = await years.query<{ began_at: string; ended_at: string }>('select * from outages order by id');
  return rows.map((row) => Date.parse(row.ended_at) - Date.parse(row.began_at));
};

describe('the heartbeat', () => {
  it('records a silence of more than five minutes as an outage, and no shorter one', async () => {
    await years.outage(4 * MINUTE);
    expect(await outages()).toEqual([]);
    await years.outage(5 * MINUTE + SECOND);
    const [gap] = await outages();
    expect(gap).toBeGreaterThan(5 * MINUTE);
  });

  it('records one outage once from several web processes', async () => {
    await years.pass(0);
    await years.query(`update heartbeats set beat_at = beat_at - interval '3 hours'`);
    await Promise.all(Array.from({ length: 5 }, () => beat(years.fork(), DAY)));
    expect(await outages()).toHaveLength(1);
    const availability = await readAvailability(years.fork(), 0, Date.now(), DAY);
    expect(availability.isReachable).toBe(true);
  });

  it('records only the past part of an outage after a clock that ran ahead was corrected', async () => {
    await years.query(`insert into outages (began_at, ended_at) values
      (now() - interval '1 day', now() + interval '9 years'), (now() + interval '1 year', now() + interval '2 years')`);
    await beat(years.fork(), DAY);
    const [, ...more] = await outages();
    expect(more).toEqual([]);
    const availability = await readAvailability(years.fork(), 0, Date.now() + 1_000, DAY);
    expect([availability.isReachable, Math.round((availability.outages[0]?.until ?? 0) - Date.now()) < 5_000]).toEqual([
      true,
      true,
    ]);
  });

  it('continues from now after protocols were advanced by a clock that was ten years ahead', async () => {
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
    // Only time that really passed counts.
    expect(await years.stageAfter(armed.id, 29 * DAY)).toBe('reminding');
    expect(await years.stageAfter(armed.id, DAY)).toBe('missed');
    expect(await years.stageAfter(held.id, 0)).toBe('last-call');
    for (const { id } of [armed, held]) await years.silentOn(id, 'released');
  });

  it('lets no bounce from a clock that ran ahead outweigh a later delivery of a warning', async () => {
    const helena = await years.silent('missed');
    await years.query(
      `update emergency_mails set state = 'bounced', bounced_at = now() + interval '9 years'
       where owner_id = ? and kind = 'reminder'`,
      [helena.id],
    );
    await years.query(`update heartbeats set beat_at = now() + interval '9 years'`);
    await beat(years.fork(), DAY);
    await years.advance(helena.id);
    const [again] = await years.mails(helena.id, 'waiting');
    await years.fork().transactional((tx) => settleMails(tx, DAY, [{ mailId: again?.id ?? '', state: 'delivered' }]));
    expect(Math.round(await years.daysToRelease(helena.id))).toBe(3);
  });

  it('does not count a dead web process as running after the clock was set back', async () => {
    const helena = await years.silent('last-call');
    const setBack = 32 * HOUR;
    await passTime(years.fork(), -setBack, { isOutage: true });
    await years.advance(helena.id);
    expect(await repairHeartbeat(years.fork(), DAY)).toBe(true);
    expect(await repairHeartbeat(years.fork(), DAY)).toBe(false);
    // Until the clock has reached the instant at which the web process died, and long after.
    for (const hours of [31.9, 0.1, 24]) {
      await passTime(years.fork(), hours * HOUR, { isOutage: true });
      await years.advance(helena.id);
    }
    expect([(await years.row(helena.id)).stage, (await years.warnings(helena.id)).at(-1)]).toEqual([
      'last-call',
      'last-call',
    ]);
    await beat(years.fork(), DAY);
    const [outage, ...more] = await outages();
    expect(more).toEqual([]);
    expect((outage ?? 0) / HOUR).toBeCloseTo(56 + 5 / 60, 1);
    // The owner is warned first, and has as long as after any outage.
    await years.advance(helena.id);
    expect((await years.warnings(helena.id)).at(-1)).toBe('again waiting');
    await years.settle(helena.id);
    expect(await years.daysToRelease(helena.id)).toBeGreaterThan(0.99);
  });

  it('records one outage after the clock was set back, whether a worker or web processes notice it first', async () => {
    for (const order of [
      [repairHeartbeat, beat, beat],
      [beat, repairHeartbeat],
      [beat, beat, repairHeartbeat],
    ]) {
      await years.query('delete from outages');
      await years.query(`update heartbeats set beat_at = clock_timestamp() + interval '1 minute'`);
      await Promise.all(order.map((see) => see(years.fork(), DAY)));
      expect(await outages()).toHaveLength(1);
      expect((await readAvailability(years.fork(), 0, Date.now() + 1_000, DAY)).isReachable).toBe(true);
    }
  });

  it('needs no repair when it is at most five seconds later than now', async () => {
    await years.query(`update heartbeats set beat_at = clock_timestamp() + interval '4 seconds'`);
    expect(await repairHeartbeat(years.fork(), DAY)).toBe(false);
    await beat(years.fork(), DAY);
    expect(await outages()).toEqual([]);
  });

  it('advances only protocols with a warned owner when an outage ends', async () => {
    const [quiet, warned] = [await years.armed(), await years.silent('missed')];
    await years.query(`update emergency_protocols set next_step_at = now() + interval '2 days'`);
    await years.outage(HOUR);
    const due = await years.query<{ owner_id: string }>(
      'select owner_id from emergency_protocols where next_step_at <= clock_timestamp() and owner_id in (?, ?)',
      [quiet.id, warned.id],
    );
    expect(due).toEqual([{ owner_id: warned.id }]);
  });

  it('counts a silence before it is recorded as an outage, and deletes outages that shift nothing', async () => {
    await years.query(`update heartbeats set beat_at = clock_timestamp() - interval '1 hour'`);
    const availability = await readAvailability(years.fork(), 0, Date.now(), DAY);
    expect([availability.isReachable, availability.outages.length]).toEqual([false, 1]);
    await beat(years.fork(), DAY);
    await years.pass(799 * DAY);
    await deleteOldOutages(years.fork());
    expect(await outages()).toHaveLength(1);
    await years.pass(2 * DAY);
    await deleteOldOutages(years.fork());
    expect(await outages()).toEqual([]);
  });
});
