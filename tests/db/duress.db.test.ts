/** A duress check-in holds everything of its owner, tells one contact, shows nothing, and ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { changePassword } from '#services/accounts/change-password.ts';
import { checkInByPassword } from '#services/accounts/check-in-by-password.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { changeDuress } from '#services/accounts/duress.ts';
import { readActiveProtocol } from '#services/emergency/active-protocol.ts';
import { forgetFuture } from '#services/emergency/availability.ts';
import { listContacts, removeContact } from '#services/emergency/contacts.ts';
import { beginDuressHold } from '#services/emergency/duress-hold.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { DURESS_PASSWORD, duressRound, OWN_PASSWORD, setDuress } from '#tests/harness/duress.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());
beforeEach(() => years.query("delete from jobs where kind like 'duress-%'"));

const context = () => years.context();
const round = (answer?: Parameters<typeof duressRound>[2]) => duressRound(years.fork, years.stage.keyring, answer);
const contactsOf = (ownerId: string) => listContacts(context(), ownerId);
const holdOf = async (ownerId: string) =>
  (
    await years.query<{ id: string; ended_by: string | null; days: number }>(
      `select id, ended_by, round(extract(epoch from ends_at - began_at) / 86400)::int as days
       from duress_holds where owner_id = ?`,
      [ownerId],
    )
  )[0];
const recordOf = async (ownerId: string) =>
  (
    await years.query<{ kind: string }>('select kind from record_entries where account_id = ? order by seq', [ownerId])
  ).map(({ kind }) => kind);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof AppError
        ? [error.code, ...error.fields.map(({ field }) => field)].join(' ')
        : Promise.reject(error),
  );
const endHold = (ownerId: string) =>
  changeDuress(context(), ownerId, { intent: 'end', current_password: OWN_PASSWORD });

/** An owner with a protocol, whom Ana and Rui know; Rui is told. */
async function prepared(days = 90) {
  const helena = await years.armed();
  const rui = (await contactsOf(helena.id)).find(({ name }) => name === 'Rui');
  if (!rui) throw new Error('Rui is missing.');
  await setDuress(context(), helena.id, rui.id, days);
  return { ...helena, rui };
}

describe('the release', () => {
  it('waits while the hold runs, comes only after new warnings and all safety days, and then goes out', async () => {
    const helena = await prepared(60);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    await years.silentOn(helena.id, 'last-call');
    for (let days = 0; days < 20; days += 1) expect(await years.stageAfter(helena.id, DAY)).toBe('last-call');
    await years.pass(8.01 * DAY);
    await round();
    expect((await holdOf(helena.id))?.ended_by).toBe('time');
    await years.advance(helena.id);
    expect(await years.warnings(helena.id)).toContain('again waiting');
    await years.settle(helena.id);
    expect(await years.stageAfter(helena.id, 2 * DAY)).toBe('last-call');
    expect(await years.stageAfter(helena.id, 4 * DAY)).toBe('released');
  });

  it('comes also where no worker ever notes the end of the hold', async () => {
    const helena = await prepared(60);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    await years.query("delete from jobs where kind like 'duress-%'");
    await years.silentOn(helena.id, 'last-call');
    await years.pass(30 * DAY);
    await years.advance(helena.id);
    await years.settle(helena.id);
    expect(await years.stageAfter(helena.id, 6 * DAY)).toBe('released');
  });

  it('goes on from the owner’s own word, which counts as a check-in, after the hold is ended by it', async () => {
    const helena = await prepared();
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    await endHold(helena.id);
    expect((await holdOf(helena.id))?.ended_by).toBe('owner');
    await years.silentOn(helena.id, 'last-call');
    await years.pass(2 * DAY);
    await years.advance(helena.id);
    await years.settle(helena.id);
    expect((await years.row(helena.id)).stage).toBe('released');
  });

  it('keeps what is to go out later, where the check-in comes after a release', async () => {
    const helena = await prepared();
    await years.silentOn(helena.id, 'released');
    expect(await refusal(checkInByPassword(context(), helena.id, OWN_PASSWORD))).toBe('conflict');
    expect(await holdOf(helena.id)).toBeUndefined();
    expect(await refusal(checkInByPassword(context(), helena.id, DURESS_PASSWORD))).toBe('conflict');
    expect(await holdOf(helena.id)).toMatchObject({ ended_by: null });
  });
});

it('keeps its length where the database’s clock was ahead when it began', async () => {
  const helena = await prepared(30);
  await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
  await years.query(
    "update duress_holds set began_at = began_at + interval '1 year', ends_at = ends_at + interval '1 year'",
  );
  await years.fork().transactional((tx) => forgetFuture(tx, DAY));
  const left =
    'select round(extract(epoch from ends_at - clock_timestamp()) / 86400)::int as days from duress_holds where owner_id = ?';
  expect(await years.query(left, [helena.id])).toEqual([{ days: 30 }]);
});

describe('in the same instant as the release', () => {
  it.each([
    ['the hold comes first: nothing is released', true],
    ['the release comes first: the check-in is refused, and the hold begins', false],
  ])('%s', async (_, isFirst) => {
    const helena = await prepared();
    await years.silentOn(helena.id, 'last-call');
    await years.pass(DAY);
    const works = [
      () => refusal(checkInByPassword(context(), helena.id, DURESS_PASSWORD)),
      () => years.advance(helena.id),
    ];
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const begun: Promise<unknown>[] = [];
    await years.fork().transactional(async (tx) => {
      await tx.execute('select 1 from users where id = ? for update', [helena.id]);
      for (const work of isFirst ? works : works.toReversed()) {
        begun.push(work());
        await expect.poll(() => years.query(waits)).toHaveLength(begun.length);
      }
    });
    const answers = await Promise.all(begun);
    expect(answers[isFirst ? 0 : 1]).toBe(isFirst ? 'done' : 'conflict');
    expect((await years.row(helena.id)).stage).toBe(isFirst ? 'armed' : 'released');
    expect(await holdOf(helena.id)).toMatchObject({ ended_by: null });
  });
});

describe('what the owner sees', () => {
  it('is the same after either password: status, frame, record, timeline and mails', async () => {
    const seen = async (password: string) => {
      const helena = await prepared();
      await years.silentOn(helena.id, 'missed');
      const before = (await recordOf(helena.id)).length;
      const { last_check_in, release_at, contacts_told_at, ...status } = await checkInByPassword(
        context(),
        helena.id,
        password,
      );
      const ahead = [release_at, contacts_told_at].map((at) =>
        Math.round((Date.parse(at ?? '') - Date.parse(last_check_in)) / 1000),
      );
      return {
        ...{ status, ahead, frame: await readActiveProtocol(context(), helena.id) },
        record: (await recordOf(helena.id)).slice(before),
        timeline: await years.timeline(helena.id),
        mails: (await years.mails(helena.id, 'waiting')).map(({ kind, email }) => [kind, email]).sort(),
      };
    };
    expect(await seen(DURESS_PASSWORD)).toEqual(await seen(OWN_PASSWORD));
  });

  it('has the same dates while the hold runs; its record tells of the hold when it has ended', async () => {
    const helena = await prepared();
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    const held = await emergencyStatus(context(), helena.id);
    await years.query('delete from duress_holds where owner_id = ?', [helena.id]);
    expect(await emergencyStatus(context(), helena.id)).toEqual(held);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    expect(await recordOf(helena.id)).not.toContain('protocol-duress-hold-ended');
    await endHold(helena.id);
    expect((await recordOf(helena.id)).at(-1)).toBe('protocol-duress-hold-ended');
  });
});

describe('the contact', () => {
  it('gets one mail when a hold begins, however often the password is used, and one when it ends', async () => {
    const helena = await prepared();
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    const [began, ...more] = await round();
    expect(more).toEqual([]);
    expect(began).toMatchObject({ to: { email: 'rui@example.com' }, reference: {} });
    expect(began?.text).toContain('may be in danger');
    expect(began?.replyTo).toBeUndefined();
    // Home, the page about genuine mails, and where the contact says that they want no more.
    const links = [...(began?.text ?? '').matchAll(/https:\/\/stillhere\.example(\/\w*)/g)].map(([, path]) => path);
    expect(new Set(links)).toEqual(new Set(['/', '/genuine', '/stop']));
    expect(await round()).toEqual([]);
    await endHold(helena.id);
    const [ended, ...others] = await round();
    expect(others).toEqual([]);
    expect(ended?.text.replace(/\s+/g, ' ')).toContain('someone ended this with the real password of Helena Duarte');
  });

  it('is told again by the next hold, and for its own days', async () => {
    const helena = await prepared(7);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    await round();
    await years.pass(8 * DAY);
    await setDuress(context(), helena.id, helena.rui.id, 30);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    expect(await holdOf(helena.id)).toMatchObject({ ended_by: null, days: 30 });
    expect((await round()).map(({ text }) => text.includes('may be in danger'))).toEqual([true]);
  });

  it('is told when the provider is back, by the second address where the first came back', async () => {
    const helena = await prepared();
    await years.query(
      "update trusted_contacts set bounced_at = now(), alternate_email = 'rui@home.example' where id = ?",
      [helena.rui.id],
    );
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    const away = { kind: 'transient', reason: 'away', retryAfter: null } as const;
    expect(await round(away)).toHaveLength(1);
    await years.pass(10 * DAY);
    expect((await round()).map(({ to }) => to.email)).toEqual(['rui@home.example']);
    expect(await round()).toEqual([]);
  });

  it('gets nothing after they stopped our messages; neither the hold nor what the owner sees changes by that', async () => {
    const helena = await prepared();
    await years.query('update trusted_contacts set stopped_at = now() where id = ?', [helena.rui.id]);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    expect(await round()).toEqual([]);
    expect(await holdOf(helena.id)).toMatchObject({ ended_by: null });
  });

  it('who was removed is not told, and the password still holds', async () => {
    const helena = await prepared();
    await removeContact(context(), helena.id, helena.rui.id);
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    expect(await round()).toEqual([]);
    expect(await holdOf(helena.id)).toMatchObject({ ended_by: null });
  });
});

describe('the password', () => {
  it('is refused where it is wrong, and begins nothing', async () => {
    const helena = await prepared();
    expect(await refusal(checkInByPassword(context(), helena.id, 'not this one'))).toBe('validation-failed password');
    await checkInByPassword(context(), helena.id, OWN_PASSWORD);
    expect(await holdOf(helena.id)).toBeUndefined();
  });

  it('must not be the account’s own or a common one, and its contact must be the owner’s', async () => {
    const [helena, other] = [await prepared(), await prepared()];
    const save = (new_password: string, contact = helena.rui.id, current_password = OWN_PASSWORD) =>
      refusal(
        changeDuress(context(), helena.id, { intent: 'save', current_password, new_password, contact, days: 90 }),
      );
    expect(await save(OWN_PASSWORD)).toBe('validation-failed new_password');
    expect(await save('password')).toBe('validation-failed new_password');
    expect(await save('four green owls', other.rui.id)).toBe('validation-failed contact');
    expect(await save('four green owls', helena.rui.id, 'wrong password')).toBe('validation-failed current_password');
    expect(await save('four green owls')).toBe('done');
    expect(await refusal(checkInByPassword(context(), helena.id, DURESS_PASSWORD))).toBe('validation-failed password');
  });

  it('counts as the account’s after the account was given the same one, which no refusal tells of', async () => {
    const helena = await prepared();
    const [session] = await years.query<{ id: string }>('select id from sessions where user_id = ?', [helena.id]);
    const open = { sessionId: session?.id ?? '', user: { id: helena.id, email: helena.email } };
    const change = { current_password: OWN_PASSWORD, new_password: DURESS_PASSWORD };
    expect(await refusal(changePassword(context(), open as Parameters<typeof changePassword>[1], change))).toBe('done');
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    expect(await holdOf(helena.id)).toBeUndefined();
  });

  it('is removed without ending a hold, and goes with the account', async () => {
    const helena = await prepared();
    await checkInByPassword(context(), helena.id, DURESS_PASSWORD);
    await changeDuress(context(), helena.id, { intent: 'remove', current_password: OWN_PASSWORD });
    expect(await refusal(checkInByPassword(context(), helena.id, DURESS_PASSWORD))).toBe('validation-failed password');
    expect(await holdOf(helena.id)).toMatchObject({ ended_by: null });
    await setDuress(context(), helena.id, helena.rui.id);
    await deleteAccount(context(), { accountId: helena.id, sessionId: helena.id, password: OWN_PASSWORD });
    const left =
      'select 1 from duress_passwords where owner_id = ? union all select 1 from duress_holds where owner_id = ?';
    expect(await years.query(left, [helena.id, helena.id])).toEqual([]);
    expect(await round()).toEqual([]);
  });

  it('that was removed in the same moment begins nothing', async () => {
    const helena = await years.armed();
    await years.fork().transactional((tx) => beginDuressHold(tx, helena.id, DAY));
    expect(await holdOf(helena.id)).toBeUndefined();
  });
});
