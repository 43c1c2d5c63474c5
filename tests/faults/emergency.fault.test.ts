/** Whole lives of emergency protocols on the real engine, half a second a day, while what carries them dies. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addContact } from '#services/contacts/add-contact.ts';
import { setEmergency } from '#services/contents/set-emergency.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, createWriter, type World } from '#tests/harness/world.ts';
import { holds } from '#tests/spec/holds.ts';
import { emergencyWorkflowId } from '#workflows/contracts/emergency.ts';

const DAY = 500;

let world: World;
beforeAll(async () => {
  world = await createWorld({ EMERGENCY_DAY_SECONDS: `${DAY / 1_000}` });
  await world.web.start();
  await world.worker.start();
  await world.isPolling();
}, 60_000);
afterAll(() => world?.stop());

/** Somebody whose protocol is armed: seven days of silence, one of safety, one contact, one letter. */
async function armed(contact: string, settings: { inactive_days?: number } = {}) {
  const writer = await createWriter(world);
  await addContact(world.context(), writer.id, { name: 'Ana', email: contact });
  await setEmergency(world.context(), writer.id, writer.letter.id, true);
  await changeSettings(world.context(), writer.id, { is_active: true, inactive_days: 7, safety_days: 1, ...settings });
  return writer;
}

async function protocolOf(ownerId: string) {
  const [row] = await world.query<{ stage: string; episode: number; next_step_at: Date | null }>(
    'select * from emergency_protocols where owner_id = ?',
    [ownerId],
  );
  return row;
}

const reaches = (ownerId: string, stage: string) =>
  eventually(
    () => protocolOf(ownerId),
    (row) => row?.stage === stage,
  );

/** What went out to a contact, in its order. */
async function mailsTo(contact: string): Promise<string[]> {
  return (await world.messages(contact)).map(({ subject }) => subject).reverse();
}

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

async function withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: world.env.TEMPORAL_ADDRESS as string });
  try {
    return await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

const runOf = (client: Client, ownerId: string) => client.workflow.getHandle(emergencyWorkflowId(ownerId));
const isRunning = (ownerId: string) =>
  eventually(
    () => withClient((client) => runOf(client, ownerId).describe()).catch(() => null),
    (run) => run?.status.name === 'RUNNING',
  );

describe('an emergency protocol', () => {
  it('lives from armed to released, shown to operators without anything private, and no operator disarms it', async () => {
    holds('S1-4');
    const whole = await armed('whole@example.com');
    const cancelled = await armed('cancelled@example.com');
    const terminated = await armed('terminated@example.com');
    for (const { id } of [whole, cancelled, terminated]) await isRunning(id);
    await withClient(async (client) => {
      await runOf(client, cancelled.id).cancel();
      await runOf(client, terminated.id).terminate();
    });
    await expectOneRelease(whole.id, 'whole@example.com');
    await expectOneRelease(cancelled.id, 'cancelled@example.com');
    await expectOneRelease(terminated.id, 'terminated@example.com');
    expect(await mailsTo('whole@example.com')).toHaveLength(2);

    await withClient(async (client) => {
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
      expect(payloads.join()).toContain('last-call');
      for (const secret of ['whole@example.com', 'Helena', 'Ana', 'How we chose', whole.email])
        expect(`${history}${payloads.join()}`).not.toContain(secret);
    });
  }, 90_000);

  it('fires without the engine, and with a worker that is killed in each of its stages, once', async () => {
    await world.engine.kill();
    const contact = 'no-engine@example.com';
    const { id } = await armed(contact);
    const patient = await armed('patient@example.com', { inactive_days: 365 });
    for (const stage of ['reminding', 'missed', 'last-call']) {
      await reaches(id, stage);
      await world.worker.kill('SIGKILL');
      await world.worker.start();
    }
    await expectOneRelease(id, contact);

    // The engine comes back with nothing in it: whoever is armed is waited for again, and heard.
    for (const suffix of ['', '-wal', '-shm']) await rm(join(world.home, `engine.db${suffix}`), { force: true });
    await world.engine.start();
    await isRunning(patient.id);
    await checkIn(world.context(), patient.id);
    await changeSettings(world.context(), patient.id, { is_active: false });
    await eventually(
      () => withClient((client) => runOf(client, patient.id).describe()),
      (run) => run.status.name === 'COMPLETED',
    );
  }, 120_000);
});
