/** After an outage, of ours or of our provider, no protocol is released whose owner could not answer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { settleMails } from '#services/emergency/settle-mails.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
beforeEach(() => years.reachable());
afterAll(() => years.close());

describe('after everything was down', () => {
  it('before the threshold: sends the newest reminder first, six hours before contacts are notified', async () => {
    const helena = await years.armed();
    await years.outage(100 * DAY);
    await years.advance(helena.id);
    expect(await years.warnings(helena.id)).toEqual(['reminder waiting']);
    await years.settle(helena.id);
    expect(await years.stageAfter(helena.id, 6 * HOUR - MINUTE)).toBe('reminding');
    expect(await years.stageAfter(helena.id, MINUTE)).toBe('missed');
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(3, 2);
    expect(await years.stageAfter(helena.id, 2 * DAY)).toBe('last-call');
    expect(await years.stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await years.stageAfter(helena.id, MINUTE)).toBe('released');
    expect(await years.warnings(helena.id)).toEqual(['reminder', 'missed', 'last-call', 'released']);
  });

  it('in the safety time: sends a fresh warning first, and the rest is as long as before', async () => {
    const helena = await years.silent('missed');
    await years.pass(DAY);
    await years.outage(20 * DAY);
    await years.advance(helena.id);
    expect((await years.warnings(helena.id)).at(-1)).toBe('again waiting');
    await years.settle(helena.id);
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(2, 2);
    expect(await years.stageAfter(helena.id, DAY - MINUTE)).toBe('missed');
    expect(await years.stageAfter(helena.id, MINUTE)).toBe('last-call');
    expect(await years.stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await years.stageAfter(helena.id, MINUTE)).toBe('released');
  });

  it('past the deadline: sends a fresh warning first, and waits a day for the answer', async () => {
    const helena = await years.silent('last-call');
    await years.pass(HOUR);
    await years.outage(20 * DAY);
    await years.advance(helena.id);
    expect((await years.warnings(helena.id)).at(-1)).toBe('again waiting');
    await years.settle(helena.id);
    expect(await years.stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await years.stageAfter(helena.id, MINUTE)).toBe('released');
  });

  it('also warns first when a clock that was set back put the last check-in later than a warning', async () => {
    const helena = await years.silent('missed');
    await years.pass(DAY);
    await years.outage(20 * DAY);
    await years.query('update emergency_protocols set last_check_in = now() where owner_id = ?', [helena.id]);
    await years.advance(helena.id);
    expect((await years.warnings(helena.id)).at(-1)).toBe('again waiting');
  });

  it('repeatedly: sends one fresh warning each time, and no outage counts as silence', async () => {
    const helena = await years.silent('missed');
    // No provider accepts the first fresh warning, and a newer one replaces it.
    await years.outage(DAY);
    await years.advance(helena.id);
    await years.pass(2 * DAY);
    await years.advance(helena.id);
    expect((await years.warnings(helena.id)).slice(-2)).toEqual(['again withdrawn', 'last-call waiting']);
    await years.settle(helena.id);
    for (const round of [1, 2]) {
      await years.outage(DAY);
      await years.advance(helena.id);
      await years.settle(helena.id);
      expect((await years.warnings(helena.id)).slice(-round)).toEqual(Array(round).fill('again'));
    }
    expect(await years.stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await years.stageAfter(helena.id, MINUTE)).toBe('released');
  });

  it('and is still down: nothing happens, however overdue everything is', async () => {
    const helena = await years.silent('last-call');
    await years.pass(50 * DAY);
    await years.query(`update heartbeats set beat_at = clock_timestamp() - interval '6 minutes'`);
    const before = await years.warnings(helena.id);
    const answer = await years.advance(helena.id);
    expect(answer).toMatchObject({ stage: 'last-call' });
    const again = answer.kind === 'waiting' ? Date.parse(answer.at ?? '') - Date.now() : 0;
    expect(Math.abs(again - 5 * MINUTE)).toBeLessThan(MINUTE);
    expect(await years.warnings(helena.id)).toEqual(before);
  });
});

describe('while no provider accepts mails', () => {
  it('for weeks: nothing happens; afterwards one mail is sent, and all of the time begins', async () => {
    const helena = await years.armed();
    for (let days = 0; days < 60; days += 3) {
      await years.pass(3 * DAY);
      await years.advance(helena.id);
    }
    expect((await years.row(helena.id)).stage).toBe('reminding');
    expect(await years.mails(helena.id, 'waiting')).toMatchObject([{ kind: 'reminder', index: 3 }]);
    await years.settle(helena.id);
    expect(await years.stageAfter(helena.id, 6 * HOUR)).toBe('missed');
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(3, 2);
  });

  it('for the urgent mail: the safety time does not begin', async () => {
    const helena = await years.silent('reminding');
    await years.pass(DAY);
    await years.advance(helena.id);
    await years.pass(40 * DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'missed', at: null });
    await years.settle(helena.id);
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(3, 2);
  });

  it('but the owner’s mailbox refuses it: contacts are notified, and the owner has fourteen days more', async () => {
    const helena = await years.armed();
    for (const days of [29, 1]) {
      await years.pass(days * DAY);
      await years.advance(helena.id);
      await years.settle(helena.id, 'bounced');
    }
    expect((await years.row(helena.id)).stage).toBe('missed');
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(17, 2);
    expect(await years.stageAfter(helena.id, 16 * DAY - MINUTE)).toBe('missed');
    expect(await years.stageAfter(helena.id, MINUTE)).toBe('last-call');
    expect(await years.stageAfter(helena.id, DAY - MINUTE)).toBe('last-call');
    expect(await years.stageAfter(helena.id, MINUTE)).toBe('released');
  });

  it('but it bounces days later: the fourteen days count from then, and once', async () => {
    const helena = await years.silent('missed');
    const urgent = (await years.mails(helena.id, 'accepted')).find(({ kind }) => kind === 'missed');
    await years.pass(DAY);
    const settled = [{ mailId: urgent?.id ?? '', state: 'bounced' as const }];
    await years.fork().transactional((tx) => settleMails(tx, DAY, settled));
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(16, 2);
    await years.outage(DAY);
    expect(await years.stageAfter(helena.id, 0)).toBe('missed');
    expect((await years.warnings(helena.id)).at(-1)).toBe('again');
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(16, 2);
  });
});

describe('late reports of warnings', () => {
  const report = (mailId: string, meaning: DeliveryEvent) =>
    recordProviderEvents({ em: years.fork() }, 'sendgrid', [
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

  it('delay the release until day 47 when bounces arrive three days late', async () => {
    const helena = await years.armed();
    const late = () =>
      years.query<{ id: string }>(
        `select id from emergency_mails where owner_id = ? and email is null and state = 'accepted'
           and settled_at < now() - interval '3 days' order by settled_at`,
        [helena.id],
      );
    let hours = 22 * 24;
    await years.pass(hours * HOUR);
    for (; (await years.row(helena.id)).stage !== 'released' && hours < 60 * 24; hours += 6) {
      await years.pass(6 * HOUR);
      await years.advance(helena.id);
      await years.settle(helena.id);
      for (const { id } of await late()) await report(id, { kind: 'failed', failure: 'bounced' });
    }
    expect(hours / 24).toBeGreaterThanOrEqual(47);
    expect(hours / 24).toBeLessThan(48);
  });

  it('restore the shorter clock when a warning is delivered after a bounce', async () => {
    const helena = await years.silent('reminding');
    await report(await newest(helena.id), { kind: 'failed', failure: 'bounced' });
    await years.pass(DAY);
    await years.advance(helena.id);
    await years.settle(helena.id);
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(17, 2);
    await report(await urgentOf(helena.id), { kind: 'delivered' });
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(3, 2);
    await report(await urgentOf(helena.id), { kind: 'failed', failure: 'bounced' });
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(17, 2);
  });

  it('delay the safety time while the urgent warning is deferred; it begins in full at its delivery', async () => {
    const helena = await years.silent('missed');
    await report(await urgentOf(helena.id), { kind: 'deferred' });
    await years.pass(2 * DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'missed' });
    await report(await urgentOf(helena.id), { kind: 'delivered' });
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(3, 2);
    // A late event of an earlier instant changes nothing.
    await report(await urgentOf(helena.id), { kind: 'deferred' });
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(3, 2);
  });

  it('count a deferred warning as bounced after three days without a report', async () => {
    const helena = await years.silent('missed');
    await report(await urgentOf(helena.id), { kind: 'deferred' });
    const waiting = await years.advance(helena.id);
    const until = waiting.kind === 'waiting' ? Date.parse(waiting.at ?? '') - Date.now() : 0;
    expect(until / DAY).toBeCloseTo(3, 2);
    await years.pass(3 * DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'missed' });
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(14, 2);
  });

  it('end as delivered when three events of one mail arrive in reverse order', async () => {
    const helena = await years.silent('missed');
    for (const kind of ['delivered', 'deferred', 'accepted'] as const)
      await report(await urgentOf(helena.id), { kind });
    expect(await years.daysToRelease(helena.id)).toBeCloseTo(3, 2);
    expect((await years.advance(helena.id)).kind).toBe('waiting');
    expect(await years.stageAfter(helena.id, 2 * DAY)).toBe('last-call');
  });
});
