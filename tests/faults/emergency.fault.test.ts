/**
 * Whole lives of emergency protocols while our processes, the engine, our provider or an owner's mailbox fail: real
 * processes, and days of real length that pass in the database.
 */
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { eventually } from '#tests/harness/process.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import {
  atRest,
  createArmed,
  describeProtocol,
  passHours,
  protocolOf,
  warningsOf,
} from '#tests/harness/world-protocol.ts';
import { holds } from '#tests/spec/holds.ts';
import { emergencyWorkflowId } from '#workflows/contracts/emergency.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ RETRY_MINUTE_SECONDS: '0.1' });
}, 180_000);
afterAll(() => world?.stop());

/** An owner whose protocol is armed, with a letter for one contact. */
async function armed(name: string, inactive_days: number, safety_days: number) {
  const [email, contact] = [`${name}@example.com`, `ana-of-${name}@example.com`];
  const { id } = await createArmed(world, { contact, inactive_days, safety_days });
  await world.query('update users set email = ? where id = ? returning id', [email, id]);
  return { id, email, contact };
}

const namesOf = async (id: string) => (await warningsOf(world, id)).map(({ name }) => name);
const stageOf = async (id: string) => (await protocolOf(world, id)).stage;
/** Fails with all that the protocol was decided on. */
async function expectStage(id: string, stage: string): Promise<void> {
  expect(await stageOf(id), await describeProtocol(world, id)).toBe(stage);
}
/** When a provider accepted a mail, or it bounced. */
const settledAt = async (id: string, name: string) =>
  (await warningsOf(world, id)).find((one) => one.name === name)?.at ?? Number.NaN;
const hasState = (id: string, name: string, state: string) =>
  eventually(
    () => warningsOf(world, id),
    (warnings) => warnings.some((one) => one.name === name && one.state === state),
  );
const arrivesAt = (contact: string, count: number) =>
  eventually(
    () => world.messages(contact),
    (messages) => messages.length === count,
  );

/** Lets hours pass, until nothing is due before more of them have. */
async function pass(hours: number, refused: string | null = null): Promise<void> {
  await passHours(world, hours);
  await atRest(world, refused);
}

const reaches = (ownerId: string, stage: string) =>
  eventually(
    () => stageOf(ownerId),
    (present) => present === stage,
  );

async function expectOneRelease(ownerId: string, contact: string): Promise<void> {
  const deliveries = await eventually(
    () =>
      world.query<{ status: string; recipient_email: string }>(
        "select status, recipient_email from deliveries where owner_id = ? and origin = 'release'",
        [ownerId],
      ),
    (rows) => rows.every(({ status }) => status !== 'pending'),
  );
  expect(await stageOf(ownerId)).toBe('released');
  expect(deliveries).toEqual([expect.objectContaining({ status: 'sent', recipient_email: contact })]);
}

const runOf = (client: Client, ownerId: string) => client.workflow.getHandle(emergencyWorkflowId(ownerId));
const isRunning = (ownerId: string) =>
  eventually(
    () => world.withClient((client) => runOf(client, ownerId).describe()).catch(() => null),
    (run) => run?.status.name === 'RUNNING',
  );

describe('an emergency protocol', () => {
  it('runs from armed to released; operators see nothing private, and cannot disarm it', async () => {
    holds('S1-4');
    const whole = await armed('whole', 7, 1);
    const cancelled = await armed('cancelled', 7, 1);
    const terminated = await armed('terminated', 7, 1);
    for (const { id } of [whole, cancelled, terminated]) await isRunning(id);
    await world.withClient(async (client) => {
      await runOf(client, cancelled.id).cancel();
      await runOf(client, terminated.id).terminate();
    });
    for (const days of [6.8, 0.3, 0.8, 1]) await pass(days * 24);
    for (const { id, contact } of [whole, cancelled, terminated]) await expectOneRelease(id, contact);
    expect(await world.messages(whole.contact)).toHaveLength(2);

    await world.withClient(async (client) => {
      const run = await eventually(
        () => runOf(client, whole.id).describe(),
        ({ searchAttributes }) => searchAttributes.StillhereStage?.[0] === 'released',
      );
      expect(run.searchAttributes).toMatchObject({
        StillhereKind: ['emergency'],
        StillhereOwnerId: [whole.id],
        StillhereEpisode: [1],
      });
      expect(await run.staticSummary()).toContain('emergency protocol');
      const history = JSON.stringify(await runOf(client, whole.id).fetchHistory());
      // Payloads are base64 in a history: decode each before looking.
      const payloads = [...history.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)].map(([, data]) =>
        Buffer.from(data ?? '', 'base64').toString(),
      );
      expect(history).toContain('activityTaskCompletedEventAttributes');
      expect(payloads.join()).toContain('released');
      for (const secret of [whole.contact, 'Helena', 'Ana', 'How we chose', whole.email])
        expect(`${history}${payloads.join()}`).not.toContain(secret);
    });
  }, 180_000);

  it('waits while people cannot reach us, then warns first and gives all of the remaining time', async () => {
    const early = await armed('early', 15, 1);
    const silent = await armed('silent', 7, 7);
    await pass(6.8 * 24);
    await pass(0.3 * 24);
    await expectStage(silent.id, 'missed');
    // One day of the seven that are left, and a week before the threshold of the other.
    await pass(24);
    expect([await namesOf(early.id), await stageOf(silent.id)]).toEqual([['reminder 0'], 'missed']);

    await world.web.kill('SIGKILL');
    // Past the threshold of one and the deadline of the other.
    await passHours(world, 7.5 * 24, { isOutage: true });
    await atRest(world);
    expect(await namesOf(early.id)).toEqual(['reminder 0']);
    expect((await namesOf(silent.id)).at(-1)).toBe('missed');
    await world.web.start();
    await hasState(silent.id, 'again', 'accepted');
    await hasState(early.id, 'reminder 3', 'accepted');
    await atRest(world);

    await pass(5);
    await expectStage(early.id, 'reminding');
    await pass(2);
    await expectStage(early.id, 'missed');
    await pass(17);
    await pass(9);
    await expectStage(early.id, 'released');
    expect((await namesOf(early.id)).slice(1)).toEqual(['reminder 3', 'missed', 'last-call', 'released']);
    const apart = (await settledAt(early.id, 'missed')) - (await settledAt(early.id, 'reminder 3'));
    expect(apart).toBeGreaterThanOrEqual(DAY / 4);

    // Since our return: five days, then almost six, then all of the remaining time.
    await pass(5.1 * 24 - 33);
    await pass(0.8 * 24);
    await expectStage(silent.id, 'last-call');
    await pass(0.3 * 24);
    await expectStage(silent.id, 'released');
    const warned = await namesOf(silent.id);
    expect(warned.slice(warned.indexOf('missed'))).toEqual(['missed', 'again', 'last-call', 'released']);
    await arrivesAt(silent.contact, 2);
  }, 180_000);

  it('does not advance when the clock is set back behind a dead web process', async () => {
    const hidden = await armed('hidden', 7, 1);
    await pass(6.8 * 24);
    await pass(0.3 * 24);
    await pass(0.8 * 24);
    await expectStage(hidden.id, 'last-call');
    await Promise.all([world.web.kill('SIGKILL'), world.worker.kill()]);
    await passHours(world, -32, { isOutage: true });
    await world.worker.start();
    const beatIsOver = () => world.query("select 1 from heartbeats where beat_at < now() - interval '5 minutes'");
    await eventually(beatIsOver, (rows) => rows.length === 1);
    // The clock has reached again the instant at which the web process died: everything has been due since then.
    await passHours(world, 32, { isOutage: true });
    await world.query('update emergency_protocols set next_step_at = now() where owner_id = ? returning 1', [
      hidden.id,
    ]);
    await eventually(
      () => world.query('select 1 from emergency_protocols where next_step_at > now() and owner_id = ?', [hidden.id]),
      (rows) => rows.length === 1,
    );
    expect([await stageOf(hidden.id), (await namesOf(hidden.id)).at(-1)]).toEqual(['last-call', 'last-call']);
    await world.web.start();
    await hasState(hidden.id, 'again', 'accepted');
    const [outage] = await world.query<{ hours: number }>(
      'select (extract(epoch from max(ended_at - began_at)) / 3600)::float8 as hours from outages',
    );
    expect(outage?.hours).toBeGreaterThan(31.9);
    await expectStage(hidden.id, 'last-call');
    // What was sent in repeated hours counts from when the clock was set back.
    await pass(23);
    await expectStage(hidden.id, 'last-call');
    await pass(2);
    await expectStage(hidden.id, 'released');
  }, 180_000);

  it('waits while no provider accepts its warnings, and longer where the mailbox refuses them', async () => {
    const unheard = await armed('unheard', 7, 1);
    const bouncing = await armed('bounces', 7, 1);
    await world.fault({ mode: 'status', status: 503, to: unheard.email });
    await pass(6.8 * 24, unheard.id);
    await hasState(bouncing.id, 'reminder 3', 'bounced');
    await pass(0.3 * 24, unheard.id);
    await hasState(bouncing.id, 'missed', 'bounced');

    // Long after both would have been released.
    await pass(5 * 24, unheard.id);
    await expectStage(unheard.id, 'reminding');
    const waiting = (await warningsOf(world, unheard.id)).filter(({ state }) => state === 'waiting');
    expect(waiting.map(({ name }) => name)).toEqual(['reminder 3']);
    expect(world.worker.output).toContain('a mail of an emergency protocol was not taken');
    await expectStage(bouncing.id, 'missed');
    await arrivesAt(bouncing.contact, 1);

    await world.noFaults();
    await hasState(unheard.id, 'reminder 3', 'accepted');
    await pass(5);
    await expectStage(unheard.id, 'reminding');
    await pass(2);
    await expectStage(unheard.id, 'missed');
    await pass(17);
    await expectStage(unheard.id, 'last-call');
    await pass(9);
    await expectStage(unheard.id, 'released');
    const [taken, urgentAt] = [await settledAt(unheard.id, 'reminder 3'), await settledAt(unheard.id, 'missed')];
    expect(urgentAt - taken).toBeGreaterThanOrEqual(DAY / 4);
    expect((await protocolOf(world, unheard.id)).releasedAt - urgentAt).toBeGreaterThanOrEqual(DAY);
    await arrivesAt(unheard.contact, 2);

    // Fourteen days, besides the safety time of one day.
    await pass(14.4 * 24 - 5 * 24 - 33);
    await expectStage(bouncing.id, 'missed');
    await pass(0.4 * 24);
    await expectStage(bouncing.id, 'last-call');
    await pass(0.4 * 24);
    const { stage, releasedAt } = await protocolOf(world, bouncing.id);
    expect(stage).toBe('released');
    expect(releasedAt - (await settledAt(bouncing.id, 'missed'))).toBeGreaterThanOrEqual(15 * DAY);
    expect((await warningsOf(world, bouncing.id)).find(({ name }) => name === 'missed')?.state).toBe('bounced');
    await arrivesAt(bouncing.contact, 2);
  }, 180_000);

  it('has a run again after the engine lost its store, and check-ins reach it', async () => {
    const { id } = await armed('patient', 365, 1);
    await isRunning(id);
    await world.loseEngine();
    await world.engine.start();
    await isRunning(id);
    await checkIn(world.context(), id);
    await changeSettings(world.context(), id, { is_active: false });
    await eventually(
      () => world.withClient((client) => runOf(client, id).describe()),
      (run) => run.status.name === 'COMPLETED',
    );
  }, 180_000);

  it('releases once without the engine, and with a worker that is killed in each stage', async () => {
    await world.engine.kill();
    const { id, contact } = await armed('no-engine', 7, 1);
    for (const [stage, days] of [
      ['reminding', 6.8],
      ['missed', 0.3],
      ['last-call', 0.8],
    ] as const) {
      await passHours(world, days * 24);
      await reaches(id, stage);
      await world.worker.kill('SIGKILL');
      await world.worker.start();
      // No worker works on what the dead one had claimed.
      await world.query("update jobs set run_at = now() where kind = 'emergency-mail' returning subject");
      await atRest(world);
    }
    await pass(24);
    await expectOneRelease(id, contact);
  }, 180_000);
});
