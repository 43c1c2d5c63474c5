/** A webhook from the event to a program on a real socket: the queue, the sender and its retry rule, under a clock that a test moves. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { webhookJob } from '#services/accounts/webhook-job.ts';
import { createWebhook, listWebhooks } from '#services/accounts/webhooks.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { notifyWebhooks } from '#services/webhooks/notify-webhooks.ts';
import { expectedSignature, realSender, startReceiver } from '#tests/harness/hook-receiver.ts';
import { wrapClock } from '#tests/harness/moved-clock.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let moveClock: (milliseconds: number) => Promise<void>;
beforeAll(async () => {
  stage = await createStage();
  moveClock = await wrapClock(stage.url);
});
afterAll(() => stage?.close());

const fork = () => stage.orm.em.fork();
/** As `npm run dev` runs: this machine may be called. */
const here = () => ({ ...stage.context(), callsLocalhost: true });

async function hooked(url: string) {
  const helena = await createPerson(here());
  const { secret } = await createWebhook(here(), helena, { url, events: ['delivered'] });
  await fork().transactional((tx) =>
    notifyWebhooks(tx, 'delivered', [{ ownerId: helena.id, data: { delivery_id: 'd1' } }]),
  );
  return { secret, log: async () => (await listWebhooks(here(), helena.id))[0]?.log[0] };
}

function round(sender = realSender()) {
  const job = webhookJob({ fork, keyring: stage.keyring, policy: { minute: MINUTE }, webhooks: sender });
  return runDueJobs(fork, 'webhook', job);
}

test('a program that answers 500 is called again after five seconds, with the same message under a signature of its own', async () => {
  const program = await startReceiver([500, 200]);
  const { secret, log } = await hooked(program.url);
  await round();
  expect(await log()).toMatchObject({ tries: 1, last_status: 500, arrived_at: null });
  await moveClock(4 * SECOND);
  await round();
  expect(program.received).toHaveLength(1);
  await moveClock(6 * SECOND);
  await round();
  expect(await log()).toMatchObject({ tries: 2, last_status: 200, arrived_at: expect.any(String), next_try_at: null });
  await moveClock(MINUTE);
  await round();
  const [first, second, ...others] = program.received;
  expect(others).toEqual([]);
  expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
  expect(JSON.parse(`${first?.body}`)).toMatchObject({ type: 'delivered', data: { delivery_id: 'd1' } });
  for (const message of program.received)
    expect([message.method, message.signature]).toEqual(['POST', expectedSignature(secret, message)]);
});

test('a worker that may not call this machine leaves the program alone, also where the address was saved before', async () => {
  const program = await startReceiver([200]);
  const { log } = await hooked(program.url);
  await round(realSender(false));
  expect([program.received, await log()]).toMatchObject([[], { tries: 1, last_failure: 'address-refused' }]);
});
