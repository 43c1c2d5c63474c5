/** What advancing a protocol writes, on a real Postgres, from any caller and repeated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { addContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { createText, setEmergency } from '#services/vault/change-content.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';
import { holds } from '#tests/spec/holds.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

interface Release {
  recipient_email: string;
  status: string;
  origin: string;
  revision: number;
  synced_revision: number;
  contents: string[];
}
const releases = (ownerId: string) =>
  years.query<Release>(
    `select d.*, array_agg(dc.content_id::text order by dc.position) as contents
     from deliveries d join delivery_contents dc on dc.delivery_id = d.id
     where d.owner_id = ? and d.origin = 'release' group by d.id order by d.recipient_email`,
    [ownerId],
  );

async function waitingFor(ownerId: string): Promise<string[]> {
  const mails = await years.mails(ownerId, 'waiting');
  return mails.map(({ kind, index, email }) => (email ? `${kind} ${email}` : `${kind} ${index}`)).sort();
}

describe('a whole life', () => {
  it('goes through its stages, one mail at a time, and mails each contact once', async () => {
    holds('C-5', 'C-8');
    const helena = await years.armed();
    const moments: [number, string, string[]][] = [
      [23 * DAY - HOUR, 'armed', []],
      [HOUR, 'reminding', ['reminder 0']],
      [4 * DAY, 'reminding', ['reminder 1']],
      [2 * DAY, 'reminding', ['reminder 2']],
      [DAY - 6 * HOUR, 'reminding', ['reminder 3']],
      [6 * HOUR, 'missed', ['contact-told ana@example.com', 'contact-told rui@example.com', 'missed 0']],
      [2 * DAY, 'last-call', ['last-call 0']],
      [DAY, 'released', ['released 0']],
    ];
    for (const [after, stage, mails] of moments) {
      await years.pass(after);
      // It happens as the status said.
      const { release_at } = await emergencyStatus(years.context(), helena.id);
      expect(Date.parse(release_at ?? '') - Date.now()).toBeGreaterThan(-MINUTE);
      await years.advance(helena.id);
      expect([(await years.row(helena.id)).stage, await waitingFor(helena.id)]).toEqual([stage, mails]);
      await years.settle(helena.id);
    }
    expect(await years.timeline(helena.id)).toEqual([
      'armed',
      ...Array(4).fill('warned'),
      'missed',
      'warned',
      'released',
    ]);
    expect(await years.advance(helena.id)).toMatchObject({ stage: 'released', at: null });
    expect((await years.row(helena.id)).next_step_at).toBeNull();
  });

  it('plans its next step with each change', async () => {
    const helena = await years.armed();
    const planned = async () => Date.parse((await years.row(helena.id)).next_step_at ?? '') - Date.now();
    expect(Math.abs((await planned()) - 23 * DAY)).toBeLessThan(MINUTE);
    await years.pass(29 * DAY);
    await years.advance(helena.id);
    const { revision } = await years.row(helena.id);
    // Until the provider accepts it, only the next reminder is planned.
    expect(Math.abs((await planned()) - 18 * HOUR)).toBeLessThan(MINUTE);
    await years.pass(20 * HOUR);
    await years.advance(helena.id);
    expect((await years.row(helena.id)).next_step_at).toBeNull();
    await years.settle(helena.id);
    expect(Math.abs((await planned()) - 6 * HOUR)).toBeLessThan(MINUTE);
    expect((await years.row(helena.id)).revision).toBe(revision + 1);
  });
});

describe('advanced from several places at once', () => {
  it('does each thing once', async () => {
    const helena = await years.armed();
    for (const [after, expected] of [
      [29 * DAY, ['reminder 2']],
      [DAY, ['contact-told ana@example.com', 'contact-told rui@example.com', 'missed 0']],
      [2 * DAY, ['last-call 0']],
      [DAY, ['released 0']],
    ] as const) {
      await years.pass(after);
      const answers = await Promise.all(Array.from({ length: 5 }, () => years.advance(helena.id)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await waitingFor(helena.id)).toEqual(expected);
      await years.settle(helena.id);
    }
    expect(await releases(helena.id)).toHaveLength(2);
    expect(await years.timeline(helena.id)).toEqual(['armed', 'warned', 'missed', 'warned', 'released']);
  });

  it('changes nothing too early, without an account, or without a protocol', async () => {
    const helena = await years.armed();
    await years.pass(22 * DAY);
    const before = await years.row(helena.id);
    expect(await years.advance(helena.id)).toMatchObject({
      kind: 'waiting',
      stage: 'armed',
      revision: before.revision,
    });
    expect(await years.row(helena.id)).toEqual(before);
    expect(await years.advance('01930000-0000-7000-8000-000000000000')).toEqual({ kind: 'closed' });
  });
});

describe('a release', () => {
  it('makes one ordinary delivery for each contact, with every content', async () => {
    holds('C-1', 'C-7');
    const helena = await years.silent('last-call');
    const create = (title: string) => createText(years.context(), helena.id, { title, content: 'x', is_public: false });
    const aside = await create('For them');
    await create('For nobody');
    await setEmergency(years.context(), helena.id, aside.id, true);
    await years.pass(DAY);
    await years.advance(helena.id);
    const contents = [helena.letter.id, aside.id];
    const delivery = { status: 'pending', origin: 'release', revision: 1, synced_revision: 0, contents };
    expect(await releases(helena.id)).toMatchObject([
      { ...delivery, recipient_email: 'ana@example.com' },
      { ...delivery, recipient_email: 'rui@example.com' },
    ]);
  });

  it('goes to the contacts of that moment', async () => {
    const helena = await years.silent('last-call');
    const [rui] = await listContacts(years.context(), helena.id);
    await removeContact(years.context(), helena.id, rui?.id ?? '');
    await addContact(years.context(), helena.id, { name: 'Zoe', email: 'zoe@example.com' });
    await years.pass(DAY);
    await years.advance(helena.id);
    expect((await releases(helena.id)).map(({ recipient_email }) => recipient_email)).toEqual([
      'ana@example.com',
      'zoe@example.com',
    ]);
  });

  it('does not happen without content or contacts: the protocol stops', async () => {
    for (const emptied of ['update contents set is_emergency = false', 'delete from trusted_contacts']) {
      const helena = await years.silent('last-call');
      await years.query(`${emptied} where owner_id = ?`, [helena.id]);
      await years.pass(DAY);
      expect(await years.advance(helena.id)).toMatchObject({ stage: 'last-call', at: null });
      expect(await releases(helena.id)).toEqual([]);
    }
  });
});
