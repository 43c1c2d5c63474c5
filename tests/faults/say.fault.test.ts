/**
 * Trusted contacts hold, confirm and raise while the engine is away and a worker dies: the running product with days of a
 * few seconds. What is compared are instants in the database, so a busy machine changes nothing.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECOND } from '#domain/time/durations.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { sayAsContact } from '#services/emergency/contact-acts.ts';
import { contactLinks } from '#tests/harness/contact-link.ts';
import { eventually } from '#tests/harness/process.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { createArmed, describeProtocol, protocolOf } from '#tests/harness/world-protocol.ts';
import { emergencyWorkflowId } from '#workflows/contracts/emergency.ts';

const DAY = 3 * SECOND;
/** Rounding of what the database keeps. */
const MILLISECOND = 1;

let world: World;
beforeAll(async () => {
  world = await startWorld({ EMERGENCY_DAY_SECONDS: `${DAY / SECOND}`, RETRY_MINUTE_SECONDS: '0.1' });
}, 180_000);
afterAll(() => world?.stop());

/** An owner who stays silent, and the secret of Ana's page. */
async function silent(name: string, settings: Parameters<typeof changeSettings>[2] = {}) {
  const contact = `ana-of-${name}@example.com`;
  const { id } = await createArmed(world, { contact, inactive_days: 7, safety_days: 1 });
  const { Ana = '' } = await contactLinks(world.context(), id);
  await changeSettings(world.context(), id, settings);
  return { id, contact, secret: Ana };
}

const reaches = (ownerId: string, stage: string) =>
  eventually(
    () => protocolOf(world, ownerId),
    (now) => now.stage === stage,
  );

/** @returns when a contact said something, in milliseconds */
async function actAt(ownerId: string): Promise<number> {
  const [act] = await world.query<{ at: string }>('select at from contact_acts where owner_id = ?', [ownerId]);
  return Date.parse(act?.at ?? '');
}

async function missedAt(ownerId: string): Promise<number> {
  const sql = 'select missed_at from emergency_protocols where owner_id = ?';
  const [row] = await world.query<{ missed_at: string }>(sql, [ownerId]);
  return Date.parse(row?.missed_at ?? '');
}

/** @returns when it was released, once the one letter has reached the contact and nothing is left to send */
async function releasedOnce({ id, contact }: { id: string; contact: string }): Promise<number> {
  await eventually(
    () => world.query("select status from deliveries where owner_id = ? and origin = 'release'", [id]),
    (rows) => rows.length === 1 && (rows[0] as { status: string }).status === 'sent',
  );
  const letters = (await world.messages(contact)).filter(({ custom_args }) => 'delivery_id' in custom_args);
  expect(letters, await describeProtocol(world, id)).toHaveLength(1);
  return (await protocolOf(world, id)).releasedAt;
}

const isRunning = (ownerId: string) =>
  eventually(
    () =>
      world
        .withClient((client) => client.workflow.getHandle(emergencyWorkflowId(ownerId)).describe())
        .catch(() => null),
    (run) => run?.status.name === 'RUNNING',
  );

it('keeps what contacts said while the engine is lost and a worker dies, and releases once', async () => {
  const raised = await silent('raised', { contacts_may_raise: true, answer_within_days: 3 });
  const held = await silent('held');
  const confirmed = await silent('confirmed', { confirmations_needed: 1, unanswered_after_days: 365 });
  for (const { id } of [raised, held, confirmed]) await isRunning(id);

  await world.loseEngine();
  await sayAsContact(world.context(), raised.secret, 'raised', '');
  await reaches(held.id, 'missed');
  await sayAsContact(world.context(), held.secret, 'heard', '');
  await world.worker.kill('SIGKILL');
  await world.worker.start();
  await reaches(confirmed.id, 'missed');
  await world.engine.start();
  await isRunning(held.id);

  expect(await releasedOnce(raised)).toBeGreaterThanOrEqual((await missedAt(raised.id)) + DAY - MILLISECOND);
  expect(await missedAt(raised.id)).toBeGreaterThanOrEqual((await actAt(raised.id)) + 3 * DAY - MILLISECOND);

  await world.engine.kill();
  expect(await releasedOnce(held)).toBeGreaterThanOrEqual((await actAt(held.id)) + 14 * DAY - MILLISECOND);

  // Nothing but the confirmation was waited for since the last of the safety days.
  expect((await protocolOf(world, confirmed.id)).stage, await describeProtocol(world, confirmed.id)).toBe('last-call');
  await sayAsContact(world.context(), confirmed.secret, 'confirmed', 'Ana');
  expect(await releasedOnce(confirmed)).toBeGreaterThanOrEqual(await actAt(confirmed.id));
}, 240_000);
