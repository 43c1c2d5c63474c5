/** What trusted contacts say of a silent owner, and what follows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmergencySettings } from '#domain/emergency/emergency.schema.ts';
import type { ContactAct } from '#domain/emergency/say.ts';
import { AppError } from '#domain/errors.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { sayAsContact } from '#services/emergency/contact-acts.ts';
import { readContactNews } from '#services/emergency/contact-news.ts';
import { changeContact, removeContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { contactLinks } from '#tests/harness/contact-link.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

/** An owner who has been silent until this stage, with pages for Ana and Rui. */
async function silentWith(until: 'armed' | 'missed' | 'last-call', settings: EmergencySettings = {}) {
  const helena = await years.armed();
  await changeSettings(years.context(), helena.id, settings);
  if (until !== 'armed') await years.silentOn(helena.id, until);
  const links = await contactLinks(years.context(), helena.id);
  const says = (name: string, act: ContactAct, typed = name) =>
    refusal(sayAsContact(years.context(), links[name] ?? '', act, typed));
  return { id: helena.id, links, says, status: () => emergencyStatus(years.context(), helena.id) };
}

/** Lets days pass, one at a time, as a worker that never stops. @returns the stage after them */
async function days(ownerId: string, count: number): Promise<string> {
  for (let day = 0; day < count; day += 1) await years.stageAfter(ownerId, DAY);
  return (await years.row(ownerId)).stage;
}

describe('a contact who has heard from the owner', () => {
  it('holds the release for fourteen days, warns the owner again and tells the other contacts', async () => {
    const helena = await silentWith('last-call');
    expect(await helena.says('Rui', 'heard')).toBe('done');
    await years.advance(helena.id);
    await years.settle(helena.id);
    const { held_until } = await helena.status();
    expect((Date.parse(held_until ?? '') - Date.now()) / DAY).toBeCloseTo(14, 1);
    expect((await years.warnings(helena.id)).at(-1)).toBe('held');
    const told = await years.query('select email from emergency_mails where owner_id = ? and kind = ?', [
      helena.id,
      'contact-held',
    ]);
    expect(told).toEqual([{ email: 'ana@example.com' }]);
    expect(await days(helena.id, 12)).toBe('missed');
    expect(await days(helena.id, 1)).toBe('last-call');
    expect(await years.stageAfter(helena.id, DAY + 12 * HOUR)).toBe('released');
    expect(await years.timeline(helena.id)).toContain('heard');
  });

  it('can say so once in an episode; another contact can say so, too', async () => {
    const helena = await silentWith('missed');
    expect(await helena.says('Rui', 'heard')).toBe('done');
    expect(await helena.says('Rui', 'heard')).toBe('conflict');
    await days(helena.id, 5);
    expect(await helena.says('Ana', 'heard')).toBe('done');
    expect(Date.parse((await helena.status()).held_until ?? '') - Date.now()).toBeGreaterThan(13 * DAY);
  });

  it('cannot say so before anything was missed, nor after the release, nor once they were removed', async () => {
    const helena = await silentWith('armed');
    expect(await helena.says('Rui', 'heard')).toBe('conflict');
    await years.silentOn(helena.id, 'last-call');
    const [rui] = await years.query<{ id: string }>(
      "select id from trusted_contacts where owner_id = ? and name = 'Rui'",
      [helena.id],
    );
    await removeContact(years.context(), helena.id, rui?.id ?? '');
    expect(await helena.says('Rui', 'heard')).toBe('not-found');
    const [mail] = await years.query<{ id: string }>(
      "select id from emergency_mails where owner_id = ? and kind = 'contact-told' and name = 'Rui'",
      [helena.id],
    );
    const byMail = linkSecret(years.stage.keyring, 'contact', mail?.id ?? '', 0);
    expect(await refusal(sayAsContact(years.context(), byMail, 'heard', 'Rui'))).toBe('conflict');
    expect(await days(helena.id, 2)).toBe('released');
    expect(await helena.says('Ana', 'heard')).toBe('conflict');
  });

  it('cannot say so by the link to a former address', async () => {
    const helena = await silentWith('missed');
    const [rui] = await years.query<{ id: string }>(
      "select id from trusted_contacts where owner_id = ? and email = 'rui@example.com'",
      [helena.id],
    );
    await changeContact(years.context(), helena.id, rui?.id ?? '', { email: 'rui@work.example' });
    expect(await helena.says('Rui', 'heard')).toBe('not-found');
    expect((await helena.status()).held_until).toBeNull();
  });

  it('is over when the owner checks in: the next episode begins without a hold', async () => {
    const helena = await silentWith('missed');
    await helena.says('Rui', 'heard');
    await checkIn(years.context(), helena.id);
    expect(await helena.status()).toMatchObject({ stage: 'armed', held_until: null });
    await years.silentOn(helena.id, 'last-call');
    expect(await days(helena.id, 2)).toBe('released');
  });
});

describe('with confirmations needed', () => {
  const WAITS = { confirmations_needed: 2, unanswered_after_days: 5 };

  it('waits for them after the safety days, and goes out as soon as enough contacts have confirmed', async () => {
    const helena = await silentWith('last-call', WAITS);
    expect(await days(helena.id, 2)).toBe('last-call');
    expect(await helena.says('Rui', 'confirmed', ' rui ')).toBe('done');
    await years.advance(helena.id);
    expect(await helena.status()).toMatchObject({ stage: 'last-call', confirmations: { needed: 2, given: 1 } });
    expect(await helena.says('Ana', 'confirmed')).toBe('done');
    expect(await years.stageAfter(helena.id, DAY)).toBe('released');
  });

  it('goes out all the same after the days without an answer', async () => {
    const helena = await silentWith('last-call', WAITS);
    expect(await days(helena.id, 5)).toBe('last-call');
    expect(await days(helena.id, 2)).toBe('released');
  });

  it('lets a contact who has heard from the owner take back what they confirmed, and hold the release', async () => {
    const helena = await silentWith('last-call', { ...WAITS, confirmations_needed: 1 });
    await helena.says('Rui', 'confirmed');
    await helena.says('Rui', 'heard');
    expect(await helena.status()).toMatchObject({ confirmations: { needed: 1, given: 0 } });
    expect(await helena.says('Ana', 'confirmed')).toBe('done');
    expect(await days(helena.id, 12)).not.toBe('released');
    expect(await days(helena.id, 4)).toBe('released');
  });

  it('takes only the name that the owner wrote, and records the one that was typed', async () => {
    const helena = await silentWith('missed', WAITS);
    expect(await helena.says('Rui', 'confirmed', 'Somebody')).toBe('validation-failed');
    expect(await helena.says('Rui', 'confirmed', '')).toBe('validation-failed');
    expect(await helena.says('Rui', 'confirmed', 'RUI')).toBe('done');
    expect(await years.query('select kind, name from contact_acts where owner_id = ?', [helena.id])).toEqual([
      { kind: 'confirmed', name: 'RUI' },
    ]);
    expect(await helena.says('Rui', 'confirmed', 'Rui')).toBe('conflict');
  });

  it('asks for no more of them than there are contacts', async () => {
    const helena = await silentWith('armed');
    const setting = (confirmations_needed: number) =>
      refusal(changeSettings(years.context(), helena.id, { confirmations_needed }));
    expect(await setting(3)).toBe('validation-failed');
    expect(await setting(2)).toBe('done');
    const [rui] = await years.query<{ id: string }>(
      "select id from trusted_contacts where owner_id = ? and name = 'Rui'",
      [helena.id],
    );
    await removeContact(years.context(), helena.id, rui?.id ?? '');
    expect(await helena.status()).toMatchObject({ confirmations_needed: 2, confirmations: { needed: 1, given: 0 } });
  });

  it('asks nobody to confirm where none are needed', async () => {
    const helena = await silentWith('missed');
    expect(await helena.says('Rui', 'confirmed')).toBe('conflict');
  });
});

describe('a contact who says that something has happened', () => {
  const RAISES = { contacts_may_raise: true, answer_within_days: 3 };

  it('is not heard unless the owner allows it', async () => {
    expect(await (await silentWith('armed')).says('Rui', 'raised')).toBe('conflict');
  });

  it('has the owner asked; without an answer the contacts are notified after the days to answer', async () => {
    const helena = await silentWith('armed', RAISES);
    expect(await helena.says('Rui', 'raised')).toBe('done');
    expect(await years.stageAfter(helena.id, 0)).toBe('reminding');
    expect(await years.warnings(helena.id)).toEqual(['raised']);
    expect(await helena.status()).toMatchObject({ raised_by_at: expect.any(String) });
    expect(await helena.says('Ana', 'raised')).toBe('conflict');
    expect(await days(helena.id, 2)).toBe('reminding');
    expect(await years.stageAfter(helena.id, DAY + 15 * HOUR)).toBe('missed');
    expect(await years.timeline(helena.id)).toEqual(expect.arrayContaining(['raised', 'missed']));
    const news = await readContactNews(years.context(), helena.links.Rui ?? '');
    expect(news).toMatchObject({ kind: 'waiting', isByRaise: true });
  });

  it('waits for a warning that arrives: a mailbox that refuses it leaves all days as they were', async () => {
    const helena = await silentWith('armed', RAISES);
    await helena.says('Rui', 'raised');
    await years.advance(helena.id);
    await years.settle(helena.id, 'bounced');
    expect(await days(helena.id, 6)).toBe('reminding');
  });

  it('is answered by one check-in', async () => {
    const helena = await silentWith('armed', RAISES);
    await helena.says('Rui', 'raised');
    await checkIn(years.context(), helena.id);
    expect(await helena.status()).toMatchObject({ stage: 'armed', raised_by_at: null });
    expect(await days(helena.id, 6)).toBe('armed');
    expect(await years.warnings(helena.id)).toEqual([]);
  });

  it('can say so twice a year', async () => {
    const helena = await silentWith('armed', RAISES);
    for (let time = 0; time < 2; time += 1) {
      expect(await helena.says('Rui', 'raised')).toBe('done');
      await checkIn(years.context(), helena.id);
    }
    expect(await helena.says('Rui', 'raised')).toBe('conflict');
    expect(await helena.says('Ana', 'raised')).toBe('done');
    await checkIn(years.context(), helena.id);
    await years.query("update contact_acts set at = at - interval '366 days'");
    expect(await helena.says('Rui', 'raised')).toBe('done');
  });
});

it('tells the others at the address at which they were notified', async () => {
  const helena = await silentWith('missed');
  await years.query(
    "update trusted_contacts set alternate_email = 'ana.second@example.com' where name = 'Ana' and owner_id = ?",
    [helena.id],
  );
  await years.query(
    "update emergency_mails set email = 'ana.second@example.com' where owner_id = ? and email = 'ana@example.com'",
    [helena.id],
  );
  await helena.says('Rui', 'heard');
  const told = await years.query("select email from emergency_mails where owner_id = ? and kind = 'contact-held'", [
    helena.id,
  ]);
  expect(told).toEqual([{ email: 'ana.second@example.com' }]);
});

it('shows each contact what they can say, and nothing of the others’ names', async () => {
  const helena = await silentWith('missed', { confirmations_needed: 1 });
  await helena.says('Rui', 'heard');
  const [rui, ana] = await Promise.all(
    ['Rui', 'Ana'].map((name) => readContactNews(years.context(), helena.links[name] ?? '')),
  );
  expect(rui).toMatchObject({ kind: 'waiting', say: { can: ['confirmed'], said: { heard: expect.any(Date) } } });
  expect(ana).toMatchObject({ kind: 'waiting', say: { can: ['heard', 'confirmed'], said: {} } });
  expect(JSON.stringify(ana)).not.toContain('Rui');
});
