import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { newClient } from '#tests/api/client.ts';
import { eventually } from '#tests/harness/process.ts';
import { simulator } from '#tests/simulators/stand.ts';
import { startWeb } from './web.ts';

const run = promisify(execFile);

test('without its prices at Stripe the product says so and runs on, and sells as soon as one command has made them', async () => {
  const { origin: STRIPE_BASE_URL } = await simulator({ isEmptyStripe: true });
  const account = { STRIPE_BASE_URL, STRIPE_SECRET_KEY: 'sk_test_only' };
  const web = await startWeb({ ...account, STRIPE_WEBHOOK_SECRET: 'whsec_test_only' });
  onTestFinished(() => web.stop());
  const said = await eventually(async () => web.printed().find((line) => line.includes('are not sold')), Boolean);
  expect(JSON.parse(said ?? '')).toMatchObject({
    level: 50,
    wrong: expect.arrayContaining(['The price stillhere_plus_monthly is missing.']),
  });
  // A service that needs two seconds counts as missing.
  await expect.poll(async () => (await fetch(`${web.origin}/readyz`)).status).toBe(200);

  const { call } = await newClient(web, 'free');
  const begin = () => call<{ approval_url?: string }>('POST /subscription/create?plan_type=plus_monthly');
  expect((await begin()).status).toBe(503);
  const { stdout } = await run(process.execPath, ['worker/commands/prepare-prices.ts'], { env: account });
  expect(stdout.match(/from now on/g)).toHaveLength(4);
  expect((await begin()).body.approval_url).toContain('/pay/');
});
