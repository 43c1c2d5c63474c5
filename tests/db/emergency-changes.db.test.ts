/** What owners change during their protocol, and the mails to contacts who were notified. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#domain/time/durations.ts';
import { changeSettings, endPause, pauseProtocol } from '#services/emergency/change-settings.ts';
import { checkIn, proveAlive } from '#services/emergency/check-in.ts';
import { addContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

/** The mails to contacts that wait or were accepted, the newest last. */
async function contactMails(ownerId: string): Promise<string[]> {
  const mails = await years.query<{ kind: string; email: string; state: string }>(
    `select * from emergency_mails where owner_id = ? and email is not null and state <> 'withdrawn' order by created_at, email`,
    [ownerId],
  );
  return mails.map(({ kind, email }) => `${kind} ${email}`);
}
const NOTIFIED = ['contact-told ana@example.com', 'contact-told rui@example.com'];
const ALL_CLEAR = ['all-clear ana@example.com', 'all-clear rui@example.com'];
const daysTo = (instant: string | null) => (Date.parse(instant ?? '') - Date.now()) / DAY;

/** The view of a protocol that was just armed. */
async function expectAnew(ownerId: string, inactiveDays = 30, safetyDays = 3): Promise<void> {
  const { stage, contacts_told_at, release_at } = await emergencyStatus(years.context(), ownerId);
  expect(stage).toBe('armed');
  expect(daysTo(contacts_told_at)).toBeCloseTo(inactiveDays, 2);
  expect(daysTo(release_at)).toBeCloseTo(inactiveDays + safetyDays, 2);
  await years.pass((inactiveDays > 14 ? inactiveDays - 7 : inactiveDays - 3) * DAY - HOUR);
  expect(await years.advance(ownerId)).toMatchObject({ stage: 'armed' });
  expect(await years.mails(ownerId, 'waiting')).toEqual([]);
}

describe.each(['reminding', 'missed', 'last-call'] as const)('a check-in while it is %s', (stage) => {
  it('begins a new episode, withdraws waiting mails, and gives the all-clear to notified contacts', async () => {
    const helena = await years.silent(stage);
    const before = await contactMails(helena.id);
    expect(before).toEqual(stage === 'reminding' ? [] : NOTIFIED);
    // A warning that was not sent yet.
    await years.query(
      `update emergency_mails set state = 'waiting', settled_at = null
       where owner_id = ? and kind in ('reminder', 'last-call')`,
      [helena.id],
    );
    await checkIn(years.context(), helena.id);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
    expect(await contactMails(helena.id)).toEqual([...before, ...(before.length > 0 ? ALL_CLEAR : [])]);
    const waiting = await years.mails(helena.id, 'waiting');
    expect(waiting.filter(({ kind }) => kind !== 'all-clear')).toEqual([]);
    await years.settle(helena.id);
    await expectAnew(helena.id);
    expect(await years.timeline(helena.id)).toContain('answered');
  });
});

describe('during an episode', () => {
  it('starts the count again with changed settings: a shorter time never ends at once', async () => {
    const helena = await years.silent('missed');
    await changeSettings(years.context(), helena.id, { inactive_days: 7, safety_days: 1 });
    await years.settle(helena.id);
    expect(await contactMails(helena.id)).toEqual([...NOTIFIED, ...ALL_CLEAR]);
    await expectAnew(helena.id, 7, 1);
  });

  it('gives the all-clear when it is switched off, and nothing more happens', async () => {
    const helena = await years.silent('last-call');
    await changeSettings(years.context(), helena.id, { is_active: false });
    expect(await contactMails(helena.id)).toEqual([...NOTIFIED, ...ALL_CLEAR]);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', is_active: false, next_step_at: null });
    await years.pass(400 * DAY);
    expect(await years.advance(helena.id)).toEqual({ kind: 'closed' });
    expect(await years.timeline(helena.id)).toEqual(expect.arrayContaining(['answered', 'disarmed']));
  });

  it('notifies a new contact at once, and gives the all-clear to a former one', async () => {
    const helena = await years.silent('missed');
    await addContact(years.context(), helena.id, { name: 'Zoe', email: 'zoe@example.com' });
    expect(await contactMails(helena.id)).toEqual([...NOTIFIED, 'contact-told zoe@example.com']);
    await years.advance(helena.id);
    await years.settle(helena.id);
    const contacts = await listContacts(years.context(), helena.id);
    const ana = contacts.find(({ name }) => name === 'Ana');
    await removeContact(years.context(), helena.id, ana?.id ?? '');
    await checkIn(years.context(), helena.id);
    expect((await contactMails(helena.id)).slice(3)).toEqual([...ALL_CLEAR, 'all-clear zoe@example.com']);
  });

  it('notifies no new contact if adding them is itself a check-in', async () => {
    const helena = await years.silent('missed');
    await addContact(years.context(), helena.id, { name: 'Zoe', email: 'zoe@example.com' });
    const [row] = await years.query<{ wait: number }>(
      `select extract(epoch from j.run_at - now())::float8 as wait from jobs j
       join emergency_mails m on m.id::text = j.subject where m.owner_id = ? and m.email = 'zoe@example.com'`,
      [helena.id],
    );
    expect(row?.wait).toBeGreaterThan(30);
    await proveAlive(years.context(), helena.id);
    await years.settle(helena.id);
    expect((await contactMails(helena.id)).filter((mail) => mail.includes('zoe'))).toEqual([]);
  });

  it('gives no all-clear to a contact whose notification was not sent', async () => {
    const helena = await years.silent('reminding');
    await years.pass(DAY);
    await years.advance(helena.id);
    // One is being sent at this moment.
    await years.query(
      `update emergency_mails set may_have_gone = true where owner_id = ? and email = 'ana@example.com'`,
      [helena.id],
    );
    await checkIn(years.context(), helena.id);
    expect(await contactMails(helena.id)).toEqual(['all-clear ana@example.com']);
  });

  it('records activity as a check-in, and only while it is on', async () => {
    const helena = await years.silent('missed');
    await proveAlive(years.context(), helena.id);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
    await years.settle(helena.id);
    // In its first stage it records that once a minute.
    await years.pass(10 * DAY);
    await proveAlive(years.context(), helena.id);
    const { revision } = await years.row(helena.id);
    await proveAlive(years.context(), helena.id);
    expect((await years.row(helena.id)).revision).toBe(revision);
    await expectAnew(helena.id);
    const inactive = await years.armed();
    await changeSettings(years.context(), inactive.id, { is_active: false });
    await years.pass(10 * DAY);
    await proveAlive(years.context(), inactive.id);
    expect(await emergencyStatus(years.context(), inactive.id)).toMatchObject({ days_since_last_check_in: 10 });
  });

  it('starts the clock when the address is confirmed right after arming', async () => {
    const helena = await years.armed();
    await years.query('update users set email_confirmed_at = null where id = ?', [helena.id]);
    await changeSettings(years.context(), helena.id, { is_active: true });
    expect((await years.row(helena.id)).next_step_at).toBeNull();
    await years.query('update users set email_confirmed_at = now() where id = ?', [helena.id]);
    await proveAlive(years.context(), helena.id);
    expect(daysTo((await years.row(helena.id)).next_step_at)).toBeCloseTo(23, 2);
    await expectAnew(helena.id);
  });
});

describe('a pause', () => {
  it('stops everything until its end, and then gives all of the time', async () => {
    const helena = await years.silent('last-call');
    const paused = await pauseProtocol(years.context(), helena.id, 90);
    expect(daysTo(paused.paused_until)).toBeCloseTo(90, 2);
    expect(await contactMails(helena.id)).toEqual([...NOTIFIED, ...ALL_CLEAR]);
    await years.settle(helena.id);
    // A check-in does not end it.
    await years.pass(DAY);
    await checkIn(years.context(), helena.id);
    await years.pass(89 * DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'armed' });
    await expectAnew(helena.id);
  });

  it('ends early on request and when switched off, and is refused where nothing runs', async () => {
    const helena = await years.armed();
    await pauseProtocol(years.context(), helena.id, 60);
    expect(await endPause(years.context(), helena.id)).toMatchObject({ paused_until: null });
    await pauseProtocol(years.context(), helena.id, 60);
    await changeSettings(years.context(), helena.id, { is_active: false });
    await expect(pauseProtocol(years.context(), helena.id, 5)).rejects.toMatchObject({ code: 'conflict' });
    await changeSettings(years.context(), helena.id, { is_active: true });
    await expectAnew(helena.id);
  });
});

describe('after the release', () => {
  it('refuses every change but the return', async () => {
    const helena = await years.silent('released');
    const before = await years.row(helena.id);
    for (const change of [
      () => checkIn(years.context(), helena.id),
      () => changeSettings(years.context(), helena.id, { is_active: false }),
      () => pauseProtocol(years.context(), helena.id, 5),
      () => endPause(years.context(), helena.id),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'conflict' });
    await proveAlive(years.context(), helena.id);
    expect(await years.row(helena.id)).toEqual(before);
  });

  it('gives the all-clear on return, begins again, and can release again', async () => {
    const helena = await years.silent('released');
    await returnToLife(years.context(), helena.id);
    await years.settle(helena.id);
    expect(await contactMails(helena.id)).toEqual([...NOTIFIED, ...ALL_CLEAR]);
    expect(await years.timeline(helena.id)).toContain('returned');
    await expect(returnToLife(years.context(), helena.id)).rejects.toMatchObject({ code: 'conflict' });
    await expectAnew(helena.id);
    await years.pass(7 * DAY);
    for (const days of [0, 2, 1]) {
      await years.pass(days * DAY + 7 * HOUR);
      await years.advance(helena.id);
      await years.settle(helena.id);
      await years.pass(6 * HOUR);
      await years.advance(helena.id);
      await years.settle(helena.id);
    }
    expect(await years.row(helena.id)).toMatchObject({ stage: 'released', episode: 2 });
    const made = await years.query(`select 1 from deliveries where owner_id = ? and release_episode = 2`, [helena.id]);
    expect(made).toHaveLength(2);
  });
});
