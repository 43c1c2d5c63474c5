/** A protocol runs only while nothing is missing. It stops and starts by itself, and a start counts as a check-in. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Stage } from '#domain/emergency/protocol.ts';
import { DAY } from '#domain/time/durations.ts';
import { confirmAddress } from '#services/accounts/email-address.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { refreshIdleProtocols } from '#services/emergency/advance.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { addContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { createText, setEmergency } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { moveTo } from '#tests/harness/daytime.ts';
import { createPerson } from '#tests/harness/person.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

type Person = Awaited<ReturnType<typeof createPerson>>;
const status = (ownerId: string) => emergencyStatus(years.context(), ownerId);
const daysTo = (instant: string | null) => (Date.parse(instant ?? '') - Date.now()) / DAY;

const GIVE = {
  async address({ id }: Person) {
    const [secret] = await years.query<{ id: string }>(
      "select id from secrets where user_id = ? and purpose = 'confirm-email'",
      [id],
    );
    const { context, keyring } = years.stage;
    const link = linkSecret(keyring, 'confirm-email', secret?.id ?? '', 0);
    await confirmAddress(context(), link, { signedInTo: id, device: { userAgent: 'tests' } });
  },
  contact: ({ id }: Person) => addContact(years.context(), id, { name: 'Ana', email: 'ana@example.com' }),
  content: ({ id, letter }: Person) => setEmergency(years.context(), id, letter.id, true),
  switch: ({ id }: Person) => changeSettings(years.context(), id, { is_active: true }),
};
type Given = keyof typeof GIVE;

/** In them each set of what was given before comes up. What of a set came first is recorded nowhere. */
const ORDERS: Given[][] = [
  ['address', 'contact', 'content', 'switch'],
  ['contact', 'content', 'switch', 'address'],
  ['content', 'switch', 'address', 'contact'],
  ['switch', 'address', 'contact', 'content'],
  ['address', 'content', 'switch', 'contact'],
  ['contact', 'switch', 'address', 'content'],
];

/** No time counts, no date is shown and no mail is sent, however long it lasts. */
async function expectNotRunning(ownerId: string, blockedBy: string[]): Promise<void> {
  expect(await status(ownerId)).toMatchObject({
    running: false,
    blocked_by: blockedBy,
    indicator: 'inactive',
    stage: null,
    contacts_told_at: null,
    release_at: null,
  });
  await years.pass(40 * DAY);
  await years.advance(ownerId);
  expect(await years.mails(ownerId, 'waiting')).toEqual([]);
  const [row] = await years.query<{ next_step_at: string | null }>(
    'select next_step_at from emergency_protocols where owner_id = ?',
    [ownerId],
  );
  expect(row?.next_step_at ?? null).toBeNull();
}

/** All of the time begins now. */
async function expectToBeginNow(ownerId: string): Promise<void> {
  const now = await status(ownerId);
  expect(now).toMatchObject({ running: true, blocked_by: [], indicator: 'active', stage: 'armed' });
  expect(now.days_since_last_check_in).toBe(0);
  expect(daysTo(now.contacts_told_at)).toBeCloseTo(30, 2);
  expect(daysTo(now.release_at)).toBeCloseTo(33, 2);
  expect(daysTo((await years.row(ownerId)).next_step_at)).toBeCloseTo(23, 2);
}

test.each(ORDERS)(
  'starts at the instant at which the last missing thing is added: %s, %s, %s, %s',
  async (...order) => {
    const helena = await createPerson(years.context());
    await moveTo(years.query, helena.id);
    await unconfirm(years.query, helena.id);
    const missing = new Map([
      ['address', 'address-unconfirmed'],
      ['contact', 'no-contact'],
      ['content', 'no-content'],
    ]);
    for (const given of order.slice(0, -1)) {
      await GIVE[given](helena);
      missing.delete(given);
      await expectNotRunning(helena.id, [...missing.values()]);
    }
    const before = await years.query<{ revision: number }>(
      'select revision from emergency_protocols where owner_id = ?',
      [helena.id],
    );
    await GIVE[order[3] ?? 'switch'](helena);
    await expectToBeginNow(helena.id);
    expect((await years.row(helena.id)).revision, 'the engine is woken').toBeGreaterThan(before[0]?.revision ?? 0);
    await years.silentOn(helena.id, 'missed');
  },
);

/** Each way to lose the last of something and to get it back, without a check-in. */
const GAPS: [string, string, (person: Person) => Promise<unknown>, (person: Person) => Promise<unknown>][] = [
  [
    'contact',
    'no-contact',
    async ({ id }) => {
      for (const contact of await listContacts(years.context(), id))
        await removeContact(years.context(), id, contact.id);
    },
    GIVE.contact,
  ],
  ['mark', 'no-content', ({ id, letter }) => setEmergency(years.context(), id, letter.id, false), GIVE.content],
  [
    'content',
    'no-content',
    ({ id, letter }) => deleteContent(years.context(), id, letter.id, { confirmed: 'all' }),
    async ({ id }) => {
      const text = { is_public: false, title: 'Another', content: 'Still here.' };
      await setEmergency(years.context(), id, (await createText(years.context(), id, text)).id, true);
    },
  ],
];
const STAGES: Stage[] = ['armed', 'reminding', 'missed', 'last-call'];

/** The mails to contacts that wait or were accepted. */
async function contactMails(ownerId: string): Promise<string[]> {
  const mails = await years.query<{ kind: string; email: string }>(
    `select kind, email from emergency_mails where owner_id = ? and email is not null and state <> 'withdrawn' order by created_at, email`,
    [ownerId],
  );
  return mails.map(({ kind, email }) => `${kind} ${email}`);
}
const NOTIFIED = ['contact-told ana@example.com', 'contact-told rui@example.com'];

describe.each(GAPS)('when the last %s is removed', (_, blocker, take, give) => {
  it.each(STAGES)('while it is %s, nothing happens; with a new one all of the time begins', async (stage) => {
    const helena = stage === 'armed' ? await years.armed() : await years.silent(stage);
    if (stage === 'armed') await years.pass(20 * DAY);
    const before = await contactMails(helena.id);
    expect(before).toEqual(stage === 'missed' || stage === 'last-call' ? NOTIFIED : []);
    // Our provider was down: a warning was not sent yet.
    await years.query(
      `update emergency_mails set state = 'waiting', settled_at = null
       where owner_id = ? and kind in ('reminder', 'last-call')`,
      [helena.id],
    );
    const { episode } = await years.row(helena.id);
    await take(helena);
    await expectNotRunning(helena.id, [blocker]);
    expect(await contactMails(helena.id), 'nobody hears that all is well without a sign of life').toEqual(before);
    expect(await years.query('select 1 from deliveries where owner_id = ?', [helena.id])).toEqual([]);

    await give(helena);
    await expectToBeginNow(helena.id);
    expect((await years.row(helena.id)).episode).toBe(stage === 'armed' ? episode : episode + 1);
    const allClear = before.map((mail) => mail.replace('contact-told', 'all-clear'));
    expect(await contactMails(helena.id)).toEqual([...before, ...allClear]);
    await years.settle(helena.id);
    await years.silentOn(helena.id, 'last-call');
  });
});

describe('in the middle of an episode', () => {
  it('gives the all-clear at a check-in, and still does not run', async () => {
    const helena = await years.silent('missed');
    await setEmergency(years.context(), helena.id, helena.letter.id, false);
    expect(await checkIn(years.context(), helena.id)).toMatchObject({ running: false, blocked_by: ['no-content'] });
    expect(await contactMails(helena.id)).toEqual([
      ...NOTIFIED,
      ...NOTIFIED.map((mail) => mail.replace('contact-told', 'all-clear')),
    ]);
    await years.settle(helena.id);
    await expectNotRunning(helena.id, ['no-content']);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
  });

  it('does not notify a new contact while there is nothing to send', async () => {
    const helena = await years.silent('missed');
    await setEmergency(years.context(), helena.id, helena.letter.id, false);
    await addContact(years.context(), helena.id, { name: 'Zoe', email: 'zoe@example.com' });
    await years.advance(helena.id);
    expect(await contactMails(helena.id)).toEqual(NOTIFIED);
  });

  it('gives the all-clear after a notification that may have arrived, and sends none that was not sent yet', async () => {
    const helena = await years.silent('reminding');
    await years.pass(DAY);
    await years.advance(helena.id);
    await years.query(
      `update emergency_mails set may_have_gone = true where owner_id = ? and email = 'ana@example.com'`,
      [helena.id],
    );
    await setEmergency(years.context(), helena.id, helena.letter.id, false);
    expect(await contactMails(helena.id)).toEqual(['contact-told ana@example.com']);
    await setEmergency(years.context(), helena.id, helena.letter.id, true);
    expect(await contactMails(helena.id)).toEqual(['all-clear ana@example.com']);
  });
});

it('does not stop, and shifts no clock, while one of several remains', async () => {
  const helena = await years.armed();
  await years.pass(10 * DAY);
  const before = await years.row(helena.id);
  const [newest] = await listContacts(years.context(), helena.id);
  await removeContact(years.context(), helena.id, newest?.id ?? '');
  await addContact(years.context(), helena.id, { name: 'Zoe', email: 'zoe@example.com' });
  expect(await years.row(helena.id)).toEqual(before);
  expect(await status(helena.id)).toMatchObject({ running: true, days_since_last_check_in: 10 });
});

it('does not stop when a plan ends', async () => {
  const helena = await years.armed();
  await years.query('delete from subscriptions where owner_id = ?', [helena.id]);
  await years.pass(10 * DAY);
  await years.advance(helena.id);
  expect(await status(helena.id)).toMatchObject({ running: true, blocked_by: [], days_since_last_check_in: 10 });
  const never = await createPerson(years.context(), 'Rui Duarte', 'free');
  expect(await status(never.id)).toMatchObject({
    is_active: false,
    running: false,
    blocked_by: ['no-contact', 'no-content', 'plan'],
  });
});

it('stays released when its contacts and contents are removed afterwards', async () => {
  const helena = await years.silent('last-call');
  await years.pass(DAY);
  await years.advance(helena.id);
  expect((await years.row(helena.id)).stage).toBe('released');
  const { release_at } = await status(helena.id);
  await setEmergency(years.context(), helena.id, helena.letter.id, false);
  await setEmergency(years.context(), helena.id, helena.letter.id, true);
  expect(await years.row(helena.id)).toMatchObject({ stage: 'released', episode: 1 });
  expect(await status(helena.id)).toMatchObject({ running: true, stage: 'released', release_at });
});

it('notices an unrecorded change when it is advanced, and starts then', async () => {
  const helena = await years.armed();
  await setEmergency(years.context(), helena.id, helena.letter.id, false);
  await years.pass(400 * DAY);
  await years.query('update contents set is_emergency = true where owner_id = ?', [helena.id]);
  await refreshIdleProtocols(years.stage.orm.em.fork());
  await years.advance(helena.id);
  await expectToBeginNow(helena.id);
});

it('notices within the hour what the version before planned without knowing of blocks', async () => {
  const helena = await years.armed();
  await setEmergency(years.context(), helena.id, helena.letter.id, false);
  // why: that version adds the content and plans a check-in like this, and does not write the new column.
  await years.query('update contents set is_emergency = true where owner_id = ?', [helena.id]);
  await years.query(`update emergency_protocols set next_step_at = now() + interval '23 days' where owner_id = ?`, [
    helena.id,
  ]);
  await years.pass(DAY);
  await refreshIdleProtocols(years.stage.orm.em.fork());
  expect(daysTo((await years.row(helena.id)).next_step_at), 'it is looked at now').toBeLessThanOrEqual(0);
  await years.advance(helena.id);
  await expectToBeginNow(helena.id);
});
