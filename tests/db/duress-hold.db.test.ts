/** A duress hold while the database's clock is wrong; whom it tells; what the record and a restore know of it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { checkInByPassword } from '#services/accounts/check-in-by-password.ts';
import { changeDuress } from '#services/accounts/duress.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { listContacts } from '#services/emergency/contacts.ts';
import { acceptClock, DatabaseClock, isClockHeld } from '#services/emergency/database-clock.ts';
import { shiftInstants } from '#services/emergency/shift-instants.ts';
import { correspondentOf } from '#services/limits/correspondents.ts';
import type { SecurityEvent } from '#services/security-events.ts';
import { administer } from '#tests/harness/database.ts';
import { DURESS_PASSWORD, duressRound, OWN_PASSWORD, setDuress } from '#tests/harness/duress.ts';
import { sendDueEmergencyMails } from '#tests/harness/jobs.ts';
import { wrapClock } from '#tests/harness/moved-clock.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

const ACCEPTED = { kind: 'accepted', messageId: 'm1' } as const;
const DOCS = resolve(import.meta.dirname, '../../docs/operations.md');

let years: Years;
let moveClock: (milliseconds: number) => Promise<void>;
let clock: DatabaseClock;
beforeAll(async () => {
  years = await createYears();
  moveClock = await wrapClock(years.stage.url);
});
afterAll(() => years?.close());
beforeEach(async () => {
  await moveClock(0);
  for (const table of ['database_clock', 'outages', 'jobs', 'users']) await years.query(`delete from ${table}`);
  clock = new DatabaseClock(DAY);
  await clock.compare(years.fork());
  await years.reachable();
});

const context = () => years.context();
const round = (answer?: Parameters<typeof duressRound>[2]) => duressRound(years.fork, years.stage.keyring, answer);
const isBeginning = ({ text }: { text: string }) => text.includes('may be in danger');
const change = (ownerId: string, intent: 'end' | 'remove') =>
  changeDuress(context(), ownerId, { intent, current_password: OWN_PASSWORD });
const holds = () =>
  years.query<{ ended_by: string | null; left: number }>(
    'select ended_by, round(extract(epoch from ends_at - clock_timestamp()) / 86400)::int as left from duress_holds',
  );
const ends = async (ownerId: string) =>
  (
    await years.query<{ data: string }>(
      "select data from record_entries where account_id = ? and kind = 'protocol-duress-hold-ended'",
      [ownerId],
    )
  ).length;

async function prepared(days = 30) {
  const helena = await years.armed();
  const rui = (await listContacts(context(), helena.id)).find(({ name }) => name === 'Rui');
  if (!rui) throw new Error('Rui is missing.');
  await setDuress(context(), helena.id, rui.id, days);
  return { ...helena, rui };
}

async function held(days = 30) {
  const helena = await prepared(days);
  await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
  return helena;
}

async function shiftAll() {
  while (await shiftInstants(years.fork()));
}

describe('while the clock is in doubt', () => {
  it('an end that a jump brings is not noted and not told; the owner ends the hold when the clock is right', async () => {
    const helena = await held();
    expect((await round()).map(isBeginning)).toEqual([true]);
    await moveClock(40 * DAY);
    await clock.compare(years.fork());
    expect(await round()).toEqual([]);
    expect(await holds()).toMatchObject([{ ended_by: null }]);
    await moveClock(0);
    await clock.compare(years.fork());
    await shiftAll();
    expect([await isClockHeld(years.fork()), await ends(helena.id)]).toEqual([false, 0]);
    // What waited by the wrong clock does not wait until that day.
    expect(await years.query("select 1 from jobs where kind = 'duress-end' and run_at > now()")).toEqual([]);
    await change(helena.id, 'end');
    expect([await holds(), await ends(helena.id)]).toEqual([[{ ended_by: 'owner', left: 0 }], 1]);
    expect((await round()).map(isBeginning)).toEqual([false]);
  });

  it('a second check-in lengthens the hold, and its contact is told although it seems to be over', async () => {
    await held();
    const [before] = await years.query<{ id: string }>('select id from duress_holds');
    await moveClock(40 * DAY);
    await clock.compare(years.fork());
    expect((await round()).map(isBeginning)).toEqual([true]);
    const [owner] = await years.query<{ id: string }>('select id from users');
    await checkInByPassword(context(), owner?.id ?? '', DURESS_PASSWORD);
    expect(await years.query('select id from duress_holds')).toEqual([before]);
    expect(await holds()).toEqual([{ ended_by: null, left: 30 }]);
  });

  it('a jump that nobody noted had the end noted: the owner can still end it, or begin a new one', async () => {
    const helena = await held();
    await round();
    await years.query("update duress_holds set ended_by = 'time'");
    await years.query("insert into jobs (kind, subject) select 'duress-ended', id from duress_holds");
    // It holds: the mail of its end waits for that.
    expect(await round()).toEqual([]);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    expect(await holds()).toEqual([{ ended_by: null, left: 30 }]);
    expect((await round()).map(isBeginning)).toEqual([true]);
    expect(await years.query("select 1 from jobs where kind = 'duress-end'")).toHaveLength(2);
    await years.query("update duress_holds set ended_by = 'time'");
    await change(helena.id, 'end');
    expect(await holds()).toEqual([{ ended_by: 'owner', left: 0 }]);
  });

  it.each(['is_active = false', "stage = 'released', missed_at = now(), released_at = now()"])(
    '%s: the end moves with an accepted clock',
    async (state) => {
      await held();
      await years.query(`update emergency_protocols set ${state}`);
      await moveClock(31 * DAY);
      await clock.compare(years.fork());
      await years.query("update database_clock set noted_at = noted_at - interval '3 minutes'");
      await acceptClock(years.fork(), DAY);
      await shiftAll();
      expect(await holds()).toEqual([{ ended_by: null, left: 30 }]);
    },
  );
});

describe('the contact', () => {
  const refused = (more: object) =>
    ({ kind: 'permanent', reason: 'no', failure: 'invalid-recipient', ...more }) as never;

  it.each([
    ['our set-up refuses', { isOurs: true }],
    ['our text is refused', { failure: 'content-refused' }],
  ])('is told later where %s', async (_, answer) => {
    await held();
    expect(await round(refused(answer))).toHaveLength(1);
    await years.pass(DAY);
    expect((await round()).map(isBeginning)).toEqual([true]);
  });

  it('is told at the second address where the first refuses this very mail', async () => {
    const helena = await prepared();
    await years.query("update trusted_contacts set alternate_email = 'rui@home.example' where id = ?", [helena.rui.id]);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    expect((await round(refused({}))).map(({ to }) => to.email)).toEqual(['rui@example.com', 'rui@home.example']);
    await years.pass(DAY);
    expect(await round()).toEqual([]);
  });

  it('who wants no messages cannot be chosen', async () => {
    const helena = await years.armed();
    const [rui] = await listContacts(context(), helena.id);
    const pair = { ownerId: helena.id, address: rui?.email ?? '' };
    await years.fork().transactional(async (tx) => {
      const { id } = await correspondentOf(tx, years.stage.keyring, pair);
      await tx.execute('update correspondents set stopped_at = now() where id = ?', [id]);
    });
    await expect(setDuress(context(), helena.id, rui?.id ?? '')).rejects.toMatchObject({
      fields: [{ field: 'contact' }],
    });
  });

  it('who is a witness is told of a release when its letters go out', async () => {
    const helena = await prepared();
    await years.query("update trusted_contacts set role = 'witness' where owner_id = ? and name = 'Ana'", [helena.id]);
    await years.silentOn(helena.id, 'last-call');
    await years.pass(2 * DAY);
    await years.advance(helena.id);
    expect((await years.row(helena.id)).stage).toBe('released');
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD).catch(() => undefined);
    const witnesses = async () => {
      const sent: string[] = [];
      await sendDueEmergencyMails({
        ...{ fork: years.fork, keyring: years.stage.keyring, appOrigin: 'https://stillhere.example', day: DAY },
        policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE },
        // why: mails reach people.
        email: {
          async send({ to }) {
            sent.push(to.email);
            return ACCEPTED;
          },
        },
        onRefused: () => undefined,
      });
      return sent.filter((email) => email === 'ana@example.com');
    };
    expect(await witnesses()).toEqual([]);
    await years.pass(10 * DAY);
    expect(await witnesses()).toEqual([]);
    await change(helena.id, 'end');
    expect(await witnesses()).toEqual(['ana@example.com']);
  });
});

it('goes to the record after its end only when the account’s password is given next, and once', async () => {
  const helena = await held(7);
  await years.pass(8 * DAY);
  await round();
  await checkIn(context(), helena.id);
  expect([await holds(), await ends(helena.id)]).toEqual([[{ ended_by: 'time', left: -1 }], 0]);
  await change(helena.id, 'remove');
  await change(helena.id, 'remove');
  expect(await ends(helena.id)).toBe(1);
});

it('is logged where it begins, and not where there is no second password', async () => {
  const helena = await prepared();
  const events: SecurityEvent[] = [];
  const logged = { ...context(), onSecurityEvent: (event: SecurityEvent) => events.push(event) };
  await checkIn(logged, helena.id, { given: 'duress' });
  expect(events).toEqual(['duress-hold-begun']);
  await years.query('delete from duress_passwords');
  await checkIn(logged, helena.id, { given: 'duress' });
  expect(events).toEqual(['duress-hold-begun']);
});

it('that a restore lost is begun again by operators, and its letters are not left to their owner', async () => {
  const [helena, other] = [await prepared(), await years.armed()];
  for (const { id, letter } of [helena, other]) await scheduleDelivery(context(), id, scheduleOf(letter.id));
  await years.query("update deliveries set scheduled_time = now() - interval '1 hour', next_attempt_at = now()");
  const section = readFileSync(DOCS, 'utf8').split('## After a restore: the gap')[1] ?? '';
  const [hold = '', gap = ''] = [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql);
  await administer(years.stage.url, hold.replace("'<account>', '<account>'", `'${helena.id}'`));
  await administer(years.stage.url, gap);
  expect(await holds()).toEqual([{ ended_by: null, left: 30 }]);
  expect(await years.query("select 1 from jobs where kind = 'duress-end' and run_at > now()")).toHaveLength(1);
  expect(await years.query("select owner_id from deliveries where status = 'pending'")).toEqual([
    { owner_id: helena.id },
  ]);
});
