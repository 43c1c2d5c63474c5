/** What somebody changes in the middle of their protocol, and what those who were told hear of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#domain/time/durations.ts';
import { addContact, listContacts, removeContact } from '#services/contacts/contacts.ts';
import { changeSettings, endPause, pauseProtocol } from '#services/emergency/change-settings.ts';
import { checkIn, proveAlive } from '#services/emergency/check-in.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

/** What is on its way, or arrived, at contacts: the newest last. */
async function told(ownerId: string): Promise<string[]> {
  const mails = await years.query<{ kind: string; email: string; state: string }>(
    `select * from emergency_mails where owner_id = ? and email is not null and state <> 'withdrawn' order by created_at, email`,
    [ownerId],
  );
  return mails.map(({ kind, email }) => `${kind} ${email}`);
}
const TOLD = ['contact-told ana@example.com', 'contact-told rui@example.com'];
const ALL_CLEAR = ['all-clear ana@example.com', 'all-clear rui@example.com'];
const daysTo = (instant: string | null) => (Date.parse(instant ?? '') - Date.now()) / DAY;

/** What counts from nothing: as it is for somebody who has just armed it. */
async function expectAnew(ownerId: string, inactiveDays = 30, safetyDays = 3): Promise<void> {
  const { stage, contacts_told_at, release_at } = await emergencyStatus(years.context(), ownerId);
  expect(stage).toBe('armed');
  expect(daysTo(contacts_told_at)).toBeCloseTo(inactiveDays, 2);
  expect(daysTo(release_at)).toBeCloseTo(inactiveDays + safetyDays, 2);
  await years.pass((inactiveDays > 14 ? inactiveDays - 7 : inactiveDays - 3) * DAY - HOUR);
  expect(await years.advance(ownerId)).toMatchObject({ stage: 'armed' });
  expect(await years.mails(ownerId, 'waiting')).toEqual([]);
}

describe.each(['reminding', 'missed', 'last-call'] as const)('a sign of life while it is %s', (stage) => {
  it('begins a new episode, withdraws what waits, and gives the all-clear to whoever was told', async () => {
    const helena = await years.silent(stage);
    const before = await told(helena.id);
    expect(before).toEqual(stage === 'reminding' ? [] : TOLD);
    // A warning that has not gone out yet.
    await years.query(
      `update emergency_mails set state = 'waiting', settled_at = null
       where owner_id = ? and kind in ('reminder', 'last-call')`,
      [helena.id],
    );
    await checkIn(years.context(), helena.id);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
    expect(await told(helena.id)).toEqual([...before, ...(before.length > 0 ? ALL_CLEAR : [])]);
    const waiting = await years.mails(helena.id, 'waiting');
    expect(waiting.filter(({ kind }) => kind !== 'all-clear')).toEqual([]);
    await years.settle(helena.id);
    await expectAnew(helena.id);
    expect(await years.timeline(helena.id)).toContain('answered');
  });
});

describe('in the middle of it', () => {
  it('changed settings begin anew with the new ones: a shorter time never ends at once', async () => {
    const helena = await years.silent('missed');
    await changeSettings(years.context(), helena.id, { inactive_days: 7, safety_days: 1 });
    await years.settle(helena.id);
    expect(await told(helena.id)).toEqual([...TOLD, ...ALL_CLEAR]);
    await expectAnew(helena.id, 7, 1);
  });

  it('switching it off gives the all-clear, and nothing moves any more', async () => {
    const helena = await years.silent('last-call');
    await changeSettings(years.context(), helena.id, { is_active: false });
    expect(await told(helena.id)).toEqual([...TOLD, ...ALL_CLEAR]);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', is_active: false, next_step_at: null });
    await years.pass(400 * DAY);
    expect(await years.advance(helena.id)).toEqual({ kind: 'closed' });
    expect(await years.timeline(helena.id)).toEqual(expect.arrayContaining(['answered', 'disarmed']));
  });

  it('tells whoever becomes a contact at once, and gives the all-clear to whoever is none any more', async () => {
    const helena = await years.silent('missed');
    await addContact(years.context(), helena.id, { name: 'Zoe', email: 'zoe@example.com' });
    expect(await told(helena.id)).toEqual([...TOLD, 'contact-told zoe@example.com']);
    await years.advance(helena.id);
    await years.settle(helena.id);
    const contacts = await listContacts(years.context(), helena.id);
    const ana = contacts.find(({ name }) => name === 'Ana');
    await removeContact(years.context(), helena.id, ana?.id ?? '');
    await checkIn(years.context(), helena.id);
    expect((await told(helena.id)).slice(3)).toEqual([...ALL_CLEAR, 'all-clear zoe@example.com']);
  });

  it('tells nobody that all is well whom the news has not left for', async () => {
    const helena = await years.silent('reminding');
    await years.pass(DAY);
    await years.advance(helena.id);
    // One is in the sender's hands at this moment.
    await years.query(
      `update emergency_mails set may_have_gone = true where owner_id = ? and email = 'ana@example.com'`,
      [helena.id],
    );
    await checkIn(years.context(), helena.id);
    expect(await told(helena.id)).toEqual(['all-clear ana@example.com']);
  });

  it('hears what counts as a sign of life, and only where it listens', async () => {
    const helena = await years.silent('missed');
    await proveAlive(years.context(), helena.id);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
    await years.settle(helena.id);
    // A quiet one hears of it once a minute, and moves its clock.
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

  it('starts the clock of an address that is confirmed right after arming', async () => {
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
  it('keeps everything still until its end, and then gives all of the time', async () => {
    const helena = await years.silent('last-call');
    const paused = await pauseProtocol(years.context(), helena.id, 90);
    expect(daysTo(paused.paused_until)).toBeCloseTo(90, 2);
    expect(await told(helena.id)).toEqual([...TOLD, ...ALL_CLEAR]);
    await years.settle(helena.id);
    // A check-in does not end it.
    await years.pass(DAY);
    await checkIn(years.context(), helena.id);
    await years.pass(89 * DAY);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'armed' });
    await expectAnew(helena.id);
  });

  it('is ended early by whoever is back, and by switching off, and refused where there is nothing to pause', async () => {
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
  it('nothing changes but by coming back', async () => {
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

  it('coming back gives the all-clear, begins anew, and can release again', async () => {
    const helena = await years.silent('released');
    await returnToLife(years.context(), helena.id);
    await years.settle(helena.id);
    expect(await told(helena.id)).toEqual([...TOLD, ...ALL_CLEAR]);
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
