/** Whole lives of emergency protocols on the real engine, half a second a day, while processes die. */
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { eventually } from '#tests/harness/process.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { atRest, createArmed, passHours, protocolOf } from '#tests/harness/world-protocol.ts';
import { holds } from '#tests/spec/holds.ts';
import { emergencyWorkflowId } from '#workflows/contracts/emergency.ts';

const EMERGENCY_DAY_SECONDS = '0.5';
/** Seven days of silence, and one of safety. */
const SHORTEST = { inactive_days: 7, safety_days: 1 };

let world: World;
beforeAll(async () => {
  world = await startWorld({ EMERGENCY_DAY_SECONDS });
}, 180_000);
afterAll(() => world?.stop());

const reaches = (ownerId: string, stage: string) =>
  eventually(
    () => protocolOf(world, ownerId),
    (protocol) => protocol.stage === stage,
  );

async function expectOneRelease(ownerId: string, contact: string): Promise<void> {
  await reaches(ownerId, 'released');
  const deliveries = await eventually(
    () =>
      world.query<{ status: string; recipient_email: string }>(
        "select status, recipient_email from deliveries where owner_id = ? and origin = 'release'",
        [ownerId],
      ),
    (rows) => rows.every(({ status }) => status !== 'pending'),
  );
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
    const armed = (contact: string) => createArmed(world, { contact, ...SHORTEST });
    const whole = await armed('whole@example.com');
    const cancelled = await armed('cancelled@example.com');
    const terminated = await armed('terminated@example.com');
    for (const { id } of [whole, cancelled, terminated]) await isRunning(id);
    await world.withClient(async (client) => {
      await runOf(client, cancelled.id).cancel();
      await runOf(client, terminated.id).terminate();
    });
    await expectOneRelease(whole.id, 'whole@example.com');
    await expectOneRelease(cancelled.id, 'cancelled@example.com');
    await expectOneRelease(terminated.id, 'terminated@example.com');
    await atRest(world);
    expect(await world.messages('whole@example.com')).toHaveLength(2);

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
      for (const secret of ['whole@example.com', 'Helena', 'Ana', 'How we chose', whole.email])
        expect(`${history}${payloads.join()}`).not.toContain(secret);
    });
  }, 180_000);

  it('releases once without the engine, and with a worker that is killed in each stage', async () => {
    await Promise.all([world.engine.kill(), world.web.kill(), world.worker.kill()]);
    // Days of real length: each stage lasts until the test moves time, so a worker is killed in it for sure.
    const real = { EMERGENCY_DAY_SECONDS: `${DAY / 1_000}` };
    const [web, worker] = [world.webOf(real), world.workerOf('worker/main.ts', real)];
    const context = (): Context => ({ ...world.context(), protocolDay: DAY });
    try {
      await Promise.all([web.start(), worker.start()]);
      const contact = 'no-engine@example.com';
      const { id } = await createArmed(world, { contact, ...SHORTEST }, context);
      const patient = await createArmed(
        world,
        { contact: 'patient@example.com', inactive_days: 365, safety_days: 1 },
        context,
      );
      for (const [stage, days] of [
        ['reminding', 6.8],
        ['missed', 0.3],
        ['last-call', 0.8],
      ] as const) {
        await passHours(world, days * 24);
        await reaches(id, stage);
        await worker.kill('SIGKILL');
        await worker.start();
        // No worker works on what the dead one had claimed.
        await world.query("update jobs set run_at = now() where kind = 'emergency-mail' returning subject");
        await atRest(world);
      }
      await passHours(world, 24);
      await expectOneRelease(id, contact);

      // The engine starts empty: armed protocols get runs again, and check-ins reach them.
      await world.loseEngine();
      await world.engine.start();
      await isRunning(patient.id);
      await checkIn(context(), patient.id);
      await changeSettings(context(), patient.id, { is_active: false });
      await eventually(
        () => world.withClient((client) => runOf(client, patient.id).describe()),
        (run) => run.status.name === 'COMPLETED',
      );
    } finally {
      await Promise.all([web.kill(), worker.kill()]);
    }
  }, 180_000);
});
