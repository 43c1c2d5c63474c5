/** We, our provider or somebody's mailbox fail in the middle of an emergency protocol: real processes, a second a day. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addContact } from '#services/contacts/add-contact.ts';
import { setEmergency } from '#services/contents/set-emergency.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, createWriter, type World } from '#tests/harness/world.ts';

const DAY = 1_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ EMERGENCY_DAY_SECONDS: `${DAY / 1_000}`, RETRY_MINUTE_SECONDS: '0.1' });
  await world.web.start();
  await world.worker.start();
  await world.isPolling();
}, 60_000);
afterAll(() => world?.stop());

/** Somebody whose protocol is armed, with a letter for one contact. */
async function armed(name: string, inactive_days: number, safety_days: number) {
  const writer = await createWriter(world);
  const email = `${name}@example.com`;
  await world.query('update users set email = ? where id = ? returning id', [email, writer.id]);
  await addContact(world.context(), writer.id, { name: 'Ana', email: `ana-of-${email}` });
  await setEmergency(world.context(), writer.id, writer.letter.id, true);
  await changeSettings(world.context(), writer.id, { is_active: true, inactive_days, safety_days });
  return { id: writer.id, email, contact: `ana-of-${email}` };
}

interface Row {
  stage: string;
  released_at: string | null;
}
const stageOf = async (id: string) =>
  (await world.query<Row>('select * from emergency_protocols where owner_id = ?', [id]))[0];
async function reaches(id: string, stage: string): Promise<number> {
  const row = await eventually(
    () => stageOf(id),
    (found) => found?.stage === stage,
  );
  return Date.parse(row?.released_at ?? '');
}

/** The mails to the owner, in the order in which they were made; instants in milliseconds. */
async function warnings(id: string) {
  const rows = await world.query<{ kind: string; index: number; state: string; settled_at: string | null }>(
    'select * from emergency_mails where owner_id = ? and email is null order by created_at, id',
    [id],
  );
  return rows.map(({ kind, index, state, settled_at }) => ({
    name: kind === 'reminder' ? `reminder ${index}` : kind,
    state,
    at: Date.parse(settled_at ?? ''),
  }));
}
const settled = (id: string, name: string) =>
  eventually(
    async () => (await warnings(id)).find((one) => one.name === name && !Number.isNaN(one.at))?.at ?? 0,
    (at) => at > 0,
  );
const arrivesAt = (contact: string, count: number) =>
  eventually(
    () => world.messages(contact),
    (messages) => messages.length === count,
  );

describe('an emergency protocol', () => {
  it('waits while nobody can reach us, warns first when they can, and gives all of the time that was left', async () => {
    const early = await armed('early', 15, 1);
    const silent = await armed('silent', 7, 7);
    const urgentAt = await settled(silent.id, 'missed');
    const closedAt = Date.now();
    await world.web.kill('SIGKILL');
    // Past the threshold of one and the deadline of the other.
    await sleep(urgentAt + 7.5 * DAY - Date.now());
    expect((await warnings(early.id)).map(({ name }) => name)).toEqual(['reminder 0']);
    expect((await warnings(silent.id)).at(-1)?.name).toBe('missed');
    await world.web.start();
    const openedAt = Date.now();

    const releasedAt = await reaches(silent.id, 'released');
    // The last beat before the end may be a second old, the first one after it comes before anybody is answered.
    const left = 7 * DAY - (closedAt - urgentAt);
    expect(releasedAt - openedAt).toBeGreaterThan(left - DAY / 2);
    const told = (await warnings(silent.id)).map(({ name }) => name);
    expect(told.slice(told.indexOf('missed'))).toEqual(['missed', 'again', 'last-call', 'released']);
    await arrivesAt(silent.contact, 2);

    await reaches(early.id, 'released');
    const [, reminder, missed, ...later] = await warnings(early.id);
    const names = [reminder, missed, ...later].map((one) => one?.name);
    expect(names).toEqual(['reminder 3', 'missed', 'last-call', 'released']);
    expect((missed?.at ?? 0) - (reminder?.at ?? 0)).toBeGreaterThanOrEqual(DAY / 4);
  }, 90_000);

  it('waits while no provider takes its warnings, and longer where the mailbox refuses them', async () => {
    const unheard = await armed('unheard', 7, 1);
    const bouncing = await armed('bounces', 7, 1);
    await world.fault({ mode: 'status', status: 503, to: unheard.email });
    const missedAt = await settled(bouncing.id, 'missed');

    // Long after both would have been released.
    await sleep(5 * DAY);
    expect((await stageOf(unheard.id))?.stage).toBe('reminding');
    const waiting = (await warnings(unheard.id)).filter(({ state }) => state === 'waiting');
    expect(waiting.map(({ name }) => name)).toEqual(['reminder 3']);
    expect(world.worker.output).toContain('a mail of an emergency protocol was not taken');
    expect((await stageOf(bouncing.id))?.stage).toBe('missed');
    await arrivesAt(bouncing.contact, 1);

    await world.noFaults();
    const releasedAt = await reaches(unheard.id, 'released');
    const [taken, urgentAt] = [await settled(unheard.id, 'reminder 3'), await settled(unheard.id, 'missed')];
    expect(urgentAt - taken).toBeGreaterThanOrEqual(DAY / 4);
    expect(releasedAt - urgentAt).toBeGreaterThanOrEqual(DAY);
    await arrivesAt(unheard.contact, 2);

    expect((await reaches(bouncing.id, 'released')) - missedAt).toBeGreaterThanOrEqual(15 * DAY);
    expect((await warnings(bouncing.id)).find(({ name }) => name === 'missed')?.state).toBe('bounced');
    await arrivesAt(bouncing.contact, 2);
  }, 90_000);
});
