/** Contacts are mailed between 09:00 and 19:00 on their owner's clocks: each test chooses what these show now. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { changeProfile } from '#services/accounts/account.ts';
import { beat } from '#services/emergency/availability.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { emergencyStatus, readProtocolView } from '#services/emergency/protocol-view.ts';
import { notifyOfUndelivered } from '#services/mails/enqueue-emergency-mails.ts';
import { moveTo, untilMorning, zoneAt } from '#tests/harness/daytime.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';
import { createSilentOwners, type SilentOwners } from '#tests/harness/silent-owners.ts';

const NIGHT = 2;
const EVENING = 22;

describe('a step', () => {
  let years: Years;
  beforeAll(async () => {
    years = await createYears();
  });
  afterAll(() => years?.close());

  /** An owner whose days have ended, at this hour. */
  async function overAt(hour: number) {
    const helena = await years.armed();
    const zone = await moveTo(years.query, helena.id, hour);
    for (const days of [29, 0.75]) expect(await years.stageAfter(helena.id, days * DAY)).toBe('reminding');
    await years.pass(DAY / 4);
    await years.advance(helena.id);
    return { ...helena, zone };
  }
  const fromNow = (instant: string | null) => Date.parse(instant ?? '') - Date.now();
  const near = (milliseconds: number, expected: number) =>
    expect(Math.abs(milliseconds - expected), `${milliseconds} is not near ${expected}`).toBeLessThan(MINUTE);

  it('that is due at night waits for 09:00, on every page, in the API and for the engine', async () => {
    const helena = await overAt(NIGHT);
    const { stage, next_step_at } = await years.row(helena.id);
    expect([stage, await years.mails(helena.id, 'waiting')]).toEqual(['reminding', []]);
    near(fromNow(next_step_at), untilMorning(helena.zone));
    const status = await emergencyStatus(years.context(), helena.id);
    near(fromNow(status.contacts_told_at), untilMorning(helena.zone));
    near(fromNow(status.release_at), untilMorning(helena.zone) + 3 * DAY);
    const { notifyAt, releaseAt, asksAt } = await readProtocolView(years.fork(), helena.id, DAY);
    expect([notifyAt, releaseAt].map((at) => at?.toISOString())).toEqual([status.contacts_told_at, status.release_at]);
    expect(asksAt).toEqual(notifyAt);
  });

  it('that waits for 09:00 is stopped by a check-in at night, and no contact is mailed', async () => {
    const helena = await overAt(NIGHT);
    await checkIn(years.context(), helena.id);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
    const mails = await years.query('select id from emergency_mails where owner_id = ? and email is not null', [
      helena.id,
    ]);
    expect(mails).toEqual([]);
  });

  it('reminds the owner at any hour', async () => {
    const helena = await years.armed();
    await moveTo(years.query, helena.id, NIGHT);
    await years.pass(29 * DAY);
    await years.advance(helena.id);
    expect(await years.mails(helena.id, 'waiting')).toMatchObject([{ kind: 'reminder', email: null }]);
  });

  it('moves when its owner changes the time zone, which is no check-in', async () => {
    const helena = await overAt(NIGHT);
    const before = await years.row(helena.id);
    const { last_check_in } = await emergencyStatus(years.context(), helena.id);
    await changeProfile(years.context(), helena.id, { time_zone: zoneAt(12) });
    const after = await years.row(helena.id);
    expect(after).toMatchObject({ stage: 'reminding', episode: 1 });
    expect(after.revision, 'the engine is woken').toBeGreaterThan(before.revision);
    expect(fromNow(after.next_step_at)).toBeLessThanOrEqual(0);
    expect(await emergencyStatus(years.context(), helena.id)).toMatchObject({ last_check_in });
    await years.advance(helena.id);
    expect((await years.row(helena.id)).stage).toBe('missed');
  });

  it('does not move for an owner whose protocol is off', async () => {
    const helena = await years.armed();
    await years.query('update emergency_protocols set is_active = false where owner_id = ?', [helena.id]);
    const before = await years.row(helena.id);
    await changeProfile(years.context(), helena.id, { time_zone: zoneAt(NIGHT) });
    expect(await years.row(helena.id)).toEqual(before);
  });

  it('releases in the morning when the safety days end at night', async () => {
    const helena = await years.silent('last-call');
    const zone = await moveTo(years.query, helena.id, EVENING);
    await years.pass(DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'last-call' });
    near(fromNow((await years.row(helena.id)).next_step_at), untilMorning(zone));
    await moveTo(years.query, helena.id);
    await years.advance(helena.id);
    expect((await years.row(helena.id)).stage).toBe('released');
  });

  it('counts the safety days from the last contact that was notified, not from one who is added later', async () => {
    const helena = await years.silent('missed');
    await years.query(
      `update emergency_mails set settled_at = settled_at + interval '5 hours'
       where owner_id = ? and email = 'rui@example.com'`,
      [helena.id],
    );
    near((await years.daysToRelease(helena.id)) * DAY, 3 * DAY + 5 * HOUR);
    await years.pass(DAY);
    await addContact(years.context(), helena.id, { name: 'Zoe', email: 'zoe@example.com' });
    await years.settle(helena.id);
    near((await years.daysToRelease(helena.id)) * DAY, 2 * DAY + 5 * HOUR);
  });
});

describe('a mail', () => {
  let owners: SilentOwners;
  beforeAll(async () => {
    owners = await createSilentOwners();
  });
  beforeEach(async () => {
    await owners.query("update emergency_mails set state = 'withdrawn' where state = 'waiting'");
    await beat(owners.fork(), DAY);
  });
  afterAll(() => owners?.close());

  /** An owner whose contact was notified. */
  async function notified() {
    const helena = await owners.missed();
    expect((await owners.send()).sent.map(({ to }) => to.email).sort()).toEqual([helena.contact, helena.email].sort());
    return helena;
  }
  const sentTo = async () => (await owners.send()).sent.map(({ to }) => to.email);
  const waitOf = async (ownerId: string, kind: string) =>
    (await owners.mailsOf(ownerId)).filter((mail) => mail.kind === kind).at(-1)?.wait ?? Number.NaN;

  it('to a contact who is added in the evening waits for the morning, or for a zone in which it is day', async () => {
    const helena = await notified();
    const zone = await moveTo(owners.query, helena.id, EVENING);
    await addContact(owners.stage.context(), helena.id, { name: 'Zoe', email: 'zoe@example.com' });
    await owners.query('update jobs set run_at = now()');
    expect(await sentTo()).toEqual([]);
    expect(Math.abs((await waitOf(helena.id, 'contact-told')) - untilMorning(zone))).toBeLessThan(MINUTE);
    await changeProfile(owners.stage.context(), helena.id, { time_zone: zoneAt(12) });
    expect(await sentTo()).toEqual(['zoe@example.com']);
  });

  it('that no provider took by day is not tried again at night', async () => {
    const helena = await owners.missed();
    const refused = { kind: 'transient', reason: '503', retryAfter: null } as const;
    await owners.send(refused);
    await moveTo(owners.query, helena.id, NIGHT);
    await owners.query(
      `update emergency_mails set created_at = created_at - interval '9 hours' where owner_id = ? and state = 'waiting'`,
      [helena.id],
    );
    await owners.query('update jobs set run_at = now()');
    // The owner's own does not wait.
    expect(await sentTo()).toEqual([helena.email]);
    await moveTo(owners.query, helena.id);
    await owners.query('update jobs set run_at = now()');
    expect(await sentTo()).toEqual([helena.contact]);
  });

  it('of an all-clear goes out at once, also at night', async () => {
    const helena = await notified();
    await moveTo(owners.query, helena.id, NIGHT);
    await checkIn(owners.stage.context(), helena.id);
    expect(await sentTo()).toEqual([helena.contact]);
  });

  it('that something could not be delivered waits for the morning', async () => {
    const helena = await notified();
    await owners.query(
      "update emergency_protocols set stage = 'released', released_at = now(), next_step_at = null where owner_id = ?",
      [helena.id],
    );
    await moveTo(owners.query, helena.id, NIGHT);
    await owners.fork().transactional((tx) => notifyOfUndelivered(tx, [helena.id]));
    expect(await sentTo()).toEqual([]);
    await moveTo(owners.query, helena.id);
    await owners.query('update jobs set run_at = now()');
    expect(await sentTo()).toEqual([helena.contact]);
  });
});
