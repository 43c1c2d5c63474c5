/** What each plan allows at each entry point, from the one table. What outlives a plan: lapse.db.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '#domain/errors.ts';
import { type Feature, PLANS, type Plan, plansWith } from '#domain/subscription/plan.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { setVisibility } from '#services/contents/visibility.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { createText, setEmergency } from '#services/vault/change-content.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { BY_WHATSAPP } from '#tests/harness/sent-deliveries.ts';
import { holds } from '#tests/spec/holds.ts';
import { DETAILS, incoming, openVault, type Vault } from '#tests/vault/vault.ts';

const TEXT = { title: 'Your name', content: 'x', is_public: false };

let vault: Vault;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault?.close());

/** A person on a plan, with one letter. */
async function personOn(plan: Plan) {
  const { id } = await vault.person(plan);
  const letter = await createText(vault.context(), id, TEXT);
  return { id, letter: letter.id };
}
type Person = Awaited<ReturnType<typeof personOn>>;

const schedule = ({ id, letter }: Person, change = {}) =>
  scheduleDelivery(vault.context(), id, scheduleOf(letter, change));
const file = { ...DETAILS, is_public: true };

/** Every request for something new that needs a plan. */
const GATED_REQUESTS: [string, Feature, (person: Person) => Promise<unknown>][] = [
  ['scheduling by email', 'emailDelivery', (person) => schedule(person)],
  ['scheduling by WhatsApp', 'whatsappDelivery', (person) => schedule(person, BY_WHATSAPP)],
  ['scheduling by SMS', 'smsDelivery', (person) => schedule(person, { ...BY_WHATSAPP, delivery_type: 'sms' })],
  ['arming', 'emergencyProtocol', ({ id }) => changeSettings(vault.context(), id, { is_active: true })],
  ['showing a letter', 'publicSharing', ({ id, letter }) => setVisibility(vault.context(), id, letter, true)],
  ['a public letter', 'publicSharing', ({ id }) => createText(vault.context(), id, { ...TEXT, is_public: true })],
  [
    'a public file',
    'publicSharing',
    ({ id }) => saveFile(vault.context(), id, incoming(9, { before: file, after: async () => file })),
  ],
  [
    'a public file, of which that is said at its end',
    'publicSharing',
    ({ id }) => saveFile(vault.context(), id, incoming(9, { before: null, after: async () => file })),
  ],
];

/** Everything that a refused request could have written. */
function left({ id }: Person) {
  return vault.query(
    `select (select count(*) from deliveries where owner_id = u.id) as deliveries,
       (select count(*) from contents where owner_id = u.id) as contents,
       (select count(*) from contents where owner_id = u.id and is_public) as shown,
       (select count(*) from files where owner_id = u.id) as files,
       (select count(*) from timeline where owner_id = u.id) as timeline_entries,
       exists (select 1 from emergency_protocols where owner_id = u.id and is_active) as armed
     from users u where id = ?`,
    [id],
  );
}

describe.each(Object.keys(PLANS) as Plan[])('on %s', (plan) => {
  it.each(GATED_REQUESTS)('%s is allowed or refused by the table', async (_what, feature, ask) => {
    holds('C-2');
    const person = await personOn(plan);
    const before = await left(person);
    if (PLANS[plan][feature]) {
      await ask(person);
      expect(await left(person)).not.toEqual(before);
      return;
    }
    const error = await ask(person).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'plan-required', plans: plansWith(feature) });
    for (const name of plansWith(feature)) expect((error as AppError).message).toContain(name);
    expect(await left(person)).toEqual(before);
  });

  it('limits the vault to the byte, and names the plan with more room', async () => {
    holds('S6-4', 'S9-11', 'C-15');
    const { id } = await personOn(plan);
    const { storage } = PLANS[plan];
    await vault.query('update storage_use set bytes = ? where owner_id = ?', [storage - 2, id]);
    const more = Object.values(PLANS).filter((one) => one.storage > storage);
    await expect(createText(vault.context(), id, { ...TEXT, content: 'xyz' })).rejects.toMatchObject({
      code: 'quota-exceeded',
      facts: { limit: storage, used: storage - 2, needed: 3 },
      plans: more.map(({ name }) => name),
    });
    await createText(vault.context(), id, { ...TEXT, content: 'xy' });
  });

  it('allows contacts and emergency content', async () => {
    const { id, letter } = await personOn(plan);
    await addContact(vault.context(), id, { name: 'Ana', email: 'ana@example.com' });
    expect(await setEmergency(vault.context(), id, letter, true)).toMatchObject({ is_emergency: true });
  });
});
