/** The web process beside the vendors whose pages people visit: a Google and a Stripe of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulators } from '@stillhere/simulators';
import { freePorts } from '#dev/ports.ts';
import { stripeCatalogue } from '#dev/stripe-catalogue.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { startWeb, startWebOnCable, TWILIO, type Web } from './web.ts';

const CLIENT = { clientId: 'stillhere-tests', clientSecret: 'only for tests' };
export const STRIPE = { secretKey: 'sk_test_only', webhookSecret: 'whsec_test_only' };

export type WithVendors = Awaited<ReturnType<typeof startWithVendors>>;
export type WithVendorsOnCable = Awaited<ReturnType<typeof startWithVendorsOnCable>>;

/**
 * @param overrides variables of the web process
 * @param services what it runs on, where no test run has started them
 */
export async function startWithVendors(overrides: Record<string, string> = {}, services?: TestServices) {
  return besideVendors((env) => startWeb(env, services), overrides);
}

/** The same, for tests that cut the database off. */
export async function startWithVendorsOnCable(overrides: Record<string, string> = {}) {
  return besideVendors(startWebOnCable, overrides);
}

async function besideVendors<W extends Web>(
  start: (env: Record<string, string>) => Promise<W>,
  overrides: Record<string, string>,
) {
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'vendors-'));
  const env = {
    GOOGLE_ISSUER: `${origin}/google`,
    GOOGLE_CLIENT_ID: CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
    STRIPE_BASE_URL: origin,
    STRIPE_SECRET_KEY: STRIPE.secretKey,
    STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
    ...overrides,
  };
  const web = await start(env);
  const simulator = await startSimulators({
    port,
    dataDir,
    appOrigin: overrides.APP_ORIGIN ?? web.origin,
    sendgrid: {
      apiKey: 'SG.test',
      webhookPrivateKey: web.sendgridKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      senders: [],
    },
    twilio: TWILIO,
    google: CLIENT,
    stripe: STRIPE,
    catalogue: stripeCatalogue(),
  });
  return {
    web,
    origin,
    async fault(fault: Record<string, unknown>): Promise<void> {
      const { status } = await fetch(`${origin}/api/faults`, { method: 'POST', body: JSON.stringify(fault) });
      if (status !== 201) throw new Error(`the fault was answered ${status}`);
    },
    /** Makes something happen at Stripe, such as `renew`, and waits until our webhook has the event. */
    async billing(
      event: string,
      customer_email: string,
    ): Promise<{ events: { type: string; webhook_status: number }[] }> {
      const body = JSON.stringify({ event, customer_email });
      const answer = await fetch(`${origin}/api/billing`, { method: 'POST', body });
      if (answer.status !== 200) throw new Error(`${event} was answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { events: { type: string; webhook_status: number }[] };
    },
    /** Waits until our webhook has taken every event of Stripe: they come a moment after what they report, and change rows. */
    async settled(): Promise<void> {
      await fetch(`${origin}/api/billing/settled`);
    },
    async noFaults(): Promise<void> {
      await fetch(`${origin}/api/faults`, { method: 'DELETE' });
    },
    async stop(): Promise<void> {
      await Promise.all([simulator.close(), web.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Presses a button on the page where a checkout is paid.
 * @param approvalUrl the address of that page
 * @returns the token that people come back with; null when they cancelled
 */
export async function press(approvalUrl: string, action: 'pay' | 'pay-later' | 'cancel'): Promise<string | null> {
  const body = new URLSearchParams({ action });
  const { headers } = await fetch(approvalUrl, { method: 'POST', body, redirect: 'manual' });
  return new URL(headers.get('location') ?? '').searchParams.get('token');
}
