/** Whether a protocol runs is decided once for concurrent changes of what it needs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { addContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { giveNeeds } from '#tests/harness/needs.ts';
import { createPerson } from '#tests/harness/person.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

type Person = Awaited<ReturnType<typeof createPerson>>;
const status = (ownerId: string) => emergencyStatus(years.context(), ownerId);

describe('switched on in an open transaction, it still notices', () => {
  it.each<[string, boolean, (person: Person) => Promise<unknown>]>([
    ['the first mark', true, ({ id, letter }) => setEmergency(years.context(), id, letter.id, true)],
    ['that the last mark is removed', false, ({ id, letter }) => setEmergency(years.context(), id, letter.id, false)],
    [
      'that the last contact is removed',
      false,
      async ({ id }) => {
        for (const contact of await listContacts(years.context(), id))
          await removeContact(years.context(), id, contact.id);
      },
    ],
    [
      'that the last content is deleted',
      false,
      ({ id, letter }) => deleteContent(years.context(), id, letter.id, { confirmed: 'all' }),
    ],
  ])('%s', async (_, runsThen, change) => {
    const helena = await createPerson(years.context());
    await giveNeeds(years.context(), helena);
    if (runsThen) await setEmergency(years.context(), helena.id, helena.letter.id, false);
    const changing = await years.stage.orm.em.fork().transactional(async (em) => {
      await changeSettings({ ...years.context(), em }, helena.id, { is_active: true });
      let isDone = false;
      const done = change(helena).finally(() => {
        isDone = true;
      });
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => isDone || (await years.query(waits)).length > 0).toBe(true);
      return { done };
    });
    await changing.done;
    expect((await status(helena.id)).running).toBe(runsThen);
    expect((await years.row(helena.id)).next_step_at === null).toBe(!runsThen);
  });
});

it('follows the last of concurrent changes, whichever it is', async () => {
  const helena = await years.armed();
  const [ana, rui] = await listContacts(years.context(), helena.id);
  const zoe = { name: 'Zoe', email: 'zoe@example.com' };
  await Promise.all([
    removeContact(years.context(), helena.id, ana?.id ?? ''),
    removeContact(years.context(), helena.id, rui?.id ?? ''),
    setEmergency(years.context(), helena.id, helena.letter.id, false),
    addContact(years.context(), helena.id, zoe),
    setEmergency(years.context(), helena.id, helena.letter.id, true),
    years.advance(helena.id),
  ]);
  const { running } = await status(helena.id);
  const [row] = await years.query<{ is_blocked: boolean }>(
    'select is_blocked from emergency_protocols where owner_id = ?',
    [helena.id],
  );
  expect(row?.is_blocked).toBe(!running);
  expect((await years.row(helena.id)).next_step_at === null).toBe(!running);
});
