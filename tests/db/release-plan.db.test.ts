/** The plan of a release, and the release that follows it. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { readContactNews } from '#services/emergency/contact-news.ts';
import { changeContactVisibility } from '#services/emergency/contact-visibility.ts';
import { changeContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { changeReleasePlan } from '#services/emergency/plan.ts';
import { readPlan } from '#services/emergency/plan-page.ts';
import { emergencyStatus, readProtocolView } from '#services/emergency/protocol-view.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { changeContent, createText, setEmergency } from '#services/vault/change-content.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years?.close());

/** An owner who has been silent until the last call, with three things for Ana and Rui. */
async function owner() {
  const { id, letter } = await years.silent('last-call');
  const things = [letter.id];
  for (const title of ['Deed', 'Song']) {
    const thing = await createText(years.context(), id, { title, content: 'x', is_public: false });
    await setEmergency(years.context(), id, thing.id, true);
    things.push(thing.id);
  }
  const contacts = await listContacts(years.context(), id);
  const [rui, ana] = ['rui', 'ana'].map((name) => contacts.find(({ email }) => email.startsWith(name))?.id ?? '');
  const [first = '', second = '', third = ''] = things;
  return { id, first, second, third, rui: rui ?? '', ana: ana ?? '' };
}

const item = (content_id: string, contact_id: string, after_days = 0) => ({ content_id, contact_id, after_days });
const choose = (ownerId: string, items: ReturnType<typeof item>[]) =>
  changeReleasePlan(years.context(), ownerId, { items });

interface Sent {
  to: string;
  /** Days from the release. */
  days: number;
  contents: string[];
  status: string;
}

/** What the release made. */
const sentBy = (ownerId: string) =>
  years.query<Sent>(
    `select d.recipient_email as to, d.release_after_days as days, d.status,
       array_agg(dc.content_id::text order by dc.position) as contents
     from deliveries d join delivery_contents dc on dc.delivery_id = d.id
     where d.owner_id = ? and d.origin = 'release' group by d.id order by d.recipient_email, d.scheduled_time`,
    [ownerId],
  );

async function release(ownerId: string): Promise<void> {
  await years.pass(DAY);
  expect((await years.advance(ownerId)).kind).toBe('waiting');
  expect((await years.row(ownerId)).stage).toBe('released');
}

describe('a release by a plan', () => {
  it('makes one delivery for each contact and day, which waits for its day', async () => {
    const { id, first, second, third, ana, rui } = await owner();
    await choose(id, [item(first, ana), item(second, rui, 14), item(third, rui, 14), item(third, ana, 365)]);
    await release(id);
    expect(await sentBy(id)).toEqual([
      { to: 'ana@example.com', days: 0, contents: [first], status: 'pending' },
      { to: 'ana@example.com', days: 365, contents: [third], status: 'pending' },
      { to: 'rui@example.com', days: 14, contents: [second, third], status: 'pending' },
    ]);
    const waits = await years.query<{ days: number; wait: number; same: boolean }>(
      `select release_after_days as days, scheduled_time = next_attempt_at as same,
         round(extract(epoch from scheduled_time - created_at) / 86400)::int as wait
       from deliveries where owner_id = ? and origin = 'release' order by 1`,
      [id],
    );
    expect(waits).toEqual([0, 14, 365].map((days) => ({ days, wait: days, same: true })));
  });

  it('agrees with what the plan said before, in random plans', async () => {
    const { id, first, second, third, ana, rui } = await owner();
    const pairs = [first, second, third].flatMap((content) => [ana, rui].map((contact) => ({ content, contact })));
    const days = fc.constantFrom(null, 0, 7, 14, 200);
    for (const plan of fc.sample(fc.tuple(...pairs.map(() => days)), { numRuns: 20, seed: 7 })) {
      const chosen = pairs.flatMap(({ content, contact }, index) => {
        const after = plan[index] ?? null;
        return after === null ? [] : [item(content, contact, after)];
      });
      await choose(id, chosen);
      const { contacts, deliveries } = await readPlan(years.context(), id);
      const emails = new Map(contacts.map((contact) => [contact.id, contact.email]));
      await years.query("update emergency_protocols set stage = 'last-call', released_at = null where owner_id = ?", [
        id,
      ]);
      await years.query("delete from deliveries where owner_id = ? and origin = 'release'", [id]);
      await years.query("delete from emergency_mails where owner_id = ? and kind = 'released'", [id]);
      await release(id);
      const said = deliveries.map(({ contactId, afterDays, contentIds }) => ({
        to: emails.get(contactId),
        days: afterDays,
        contents: contentIds,
        status: 'pending',
      }));
      expect((await sentBy(id)).sort(byPerson)).toEqual(said.sort(byPerson));
      await years.query("update emergency_protocols set stage = 'last-call', released_at = null where owner_id = ?", [
        id,
      ]);
    }
  });

  it('ends with “I’m back”, also what was to go out a year later, and cannot be changed before', async () => {
    const { id, first, ana } = await owner();
    await choose(id, [item(first, ana, 300)]);
    await release(id);
    await expect(choose(id, [])).rejects.toMatchObject({ code: 'conflict' });
    await returnToLife(years.context(), id);
    expect(new Set((await sentBy(id)).map(({ status }) => status))).toEqual(new Set(['failed']));
    await choose(id, []);
  });

  it('tells a contact on their page when their day comes, and nothing of other days', async () => {
    const { id, first, second, third, ana, rui } = await owner();
    await choose(id, [...[first, second, third].map((thing) => item(thing, rui)), item(first, ana, 14)]);
    const [mail] = await years.query<{ id: string }>(
      "select id from emergency_mails where owner_id = ? and kind = 'contact-told' and email = 'ana@example.com'",
      [id],
    );
    const secret = linkSecret(years.stage.keyring, 'contact', mail?.id ?? '', 0);
    const { releaseAt } = await readProtocolView(years.fork(), id, DAY);
    const waiting = await readContactNews(years.context(), secret);
    if (waiting.kind !== 'waiting') throw new Error(`It is ${waiting.kind}.`);
    const days = ((waiting.releaseAt?.getTime() ?? 0) - (releaseAt?.getTime() ?? 0)) / DAY;
    expect(Math.round(days)).toBe(14);
    await release(id);
    expect(await readContactNews(years.context(), secret)).toMatchObject({
      kind: 'released',
      sent: null,
      links: [],
      comesAt: expect.any(Date),
    });
  });
});

function byPerson(a: { to: string | undefined; days: number }, b: { to: string | undefined; days: number }): number {
  return `${a.to}`.localeCompare(`${b.to}`) || a.days - b.days;
}

it('a contact’s page names the other contacts once the owner allows it', async () => {
  const { id } = await owner();
  const [mail] = await years.query<{ id: string }>(
    "select id from emergency_mails where owner_id = ? and kind = 'contact-told' and email = 'ana@example.com'",
    [id],
  );
  const secret = linkSecret(years.stage.keyring, 'contact', mail?.id ?? '', 0);
  expect(await readContactNews(years.context(), secret)).toMatchObject({ others: [] });
  await changeContactVisibility(years.context(), id, { contacts_see_each_other: true });
  expect(await readContactNews(years.context(), secret)).toMatchObject({ others: ['Rui'] });
});

describe('a witness', () => {
  it('is told of the missed check-in and of the release, and receives nothing', async () => {
    const { id, first, ana, rui } = await owner();
    await choose(id, [item(first, ana)]);
    await changeContact(years.context(), id, ana, { role: 'witness' });
    const { contents, items, deliveries } = await readPlan(years.context(), id);
    expect(items).toEqual([]);
    expect(contents).not.toContain(first);
    expect(new Set(deliveries.map(({ contactId }) => contactId))).toEqual(new Set([rui]));
    await expect(choose(id, [item(contents[0] ?? '', ana)])).rejects.toMatchObject({ code: 'validation-failed' });
    await release(id);
    expect((await sentBy(id)).map(({ to }) => to)).toEqual(['rui@example.com']);
    const told = await years.query<{ kind: string; email: string }>(
      "select kind, email from emergency_mails where owner_id = ? and email = 'ana@example.com' order by created_at",
      [id],
    );
    expect(told.map(({ kind }) => kind)).toEqual(['contact-told', 'witness-told']);
    await returnToLife(years.context(), id);
    expect((await years.mails(id, 'waiting')).map(({ kind }) => kind)).not.toContain('witness-told');
  });

  it('alone does not make a protocol run: nobody would receive anything', async () => {
    const { id, ana, rui } = await owner();
    await changeContact(years.context(), id, ana, { role: 'witness' });
    await changeContact(years.context(), id, rui, { role: 'witness' });
    expect(await emergencyStatus(years.context(), id)).toMatchObject({ running: false, blocked_by: ['no-contact'] });
  });
});

describe('a plan', () => {
  it('is refused for the things and people of others, for what is not set aside, and for a pair twice', async () => {
    const [helena, joana] = [await owner(), await owner()];
    const aside = await createText(years.context(), helena.id, { title: 'x', content: 'x', is_public: false });
    for (const items of [
      [item(joana.first, helena.ana)],
      [item(helena.first, joana.ana)],
      [item(aside.id, helena.ana)],
      [item('nothing', helena.ana)],
      [item(helena.first, 'nobody')],
      [item(helena.first, helena.ana), item(helena.first, helena.ana, 3)],
    ])
      await expect(choose(helena.id, items)).rejects.toMatchObject({
        code: 'validation-failed',
        fields: [{ field: 'items' }],
      });
    expect((await readPlan(years.context(), helena.id)).items).toEqual([]);
  });

  it('forgets what is taken out of the emergency contents: set aside again, it goes to everyone', async () => {
    const { id, first, ana, rui } = await owner();
    await choose(id, [item(first, ana, 5)]);
    await changeContent(years.context(), id, first, { is_emergency: false });
    await setEmergency(years.context(), id, first, true);
    const { items, deliveries } = await readPlan(years.context(), id);
    expect(items).toEqual([]);
    expect(deliveries.map(({ contactId, contentIds }) => [contactId, contentIds.length])).toEqual(
      expect.arrayContaining([ana, rui].map((contact) => [contact, 3])),
    );
  });

  it('gives nothing to others that was only for somebody who is removed', async () => {
    const { id, first, second, third, ana, rui } = await owner();
    await choose(id, [item(first, ana), item(second, ana), item(second, rui, 3)]);
    await removeContact(years.context(), id, ana);
    const { contents, deliveries } = await readPlan(years.context(), id);
    expect(new Set(contents)).toEqual(new Set([second, third]));
    expect(deliveries.map(({ afterDays, contentIds }) => [afterDays, contentIds])).toEqual([
      [0, [third]],
      [3, [second]],
    ]);
  });
});
