/**
 * Stripe, as far as it sells subscriptions: its API, the pages where people pay and manage, and its webhooks.
 * @see https://docs.stripe.com/api
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import { type Call, type Routes, readBody, sendJson } from '../http.ts';
import { calls, type Made, type Work } from './calls.ts';
import { deskRoutes } from './desk-routes.ts';
import { Ledger } from './ledger.ts';
import { paymentRoutes } from './payment-routes.ts';
import { StripeRefused } from './refused.ts';
import type { Shower } from './shown.ts';
import { stock } from './stock.ts';
import { Webhook } from './webhook.ts';

const FORM_MAX_BYTES = 64 * 1_024;
const HOLD_MS = 600_000;

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** An account in which nothing was set up. */
  isEmpty?: boolean | undefined;
  faults: Faults;
  /** The folder that keeps what was bought. */
  dataDir: string;
  /** Where the simulators listen. */
  origin: string;
  /** Where the product listens: its pages are where people are sent back to, and events go to its webhook. */
  appOrigin: string;
  /** From what happened to its event, in milliseconds. */
  eventDelay: number;
}

/** The routes of Stripe, and how to end. */
export function stripeRoutes(options: StripeOptions): { routes: Routes; close: () => void } {
  const { appOrigin, origin, faults, webhookSecret, eventDelay } = options;
  const ledger = new Ledger(join(options.dataDir, 'stripe.jsonl'));
  if (!options.isEmpty) stock(ledger);
  const webhook = new Webhook({
    url: `${appOrigin}/webhooks/stripe`,
    secret: webhookSecret,
    delay: eventDelay,
    faults,
  });
  const shower: Shower = { ledger, origin };
  const asked = Object.entries(calls(shower)).map(([address, work]) => [
    address,
    (call: Call) => answer({ ...options, ledger, webhook }, call, work),
  ]);
  const routes: Routes = {
    ...(Object.fromEntries(asked) as Routes),
    ...paymentRoutes({ shower, webhook, appOrigin }),
    ...deskRoutes({ shower, webhook }),
  };
  return {
    routes,
    close: () => {
      webhook.close();
      ledger.close();
    },
  };
}

interface Open extends StripeOptions {
  ledger: Ledger;
  webhook: Webhook;
}

/** Checks the key, plays the fault that was asked for, and answers as Stripe does. */
async function answer(open: Open, call: Call, work: Work): Promise<void> {
  const { request, response, url } = call;
  const body = (await readBody(request, FORM_MAX_BYTES)).toString('utf8');
  if (request.headers.authorization !== `Bearer ${open.secretKey}`)
    return sendJson(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
  const fault = open.faults.takeStripe();
  if (fault?.delay_ms) await sleep(fault.delay_ms);
  if (fault?.mode === 'timeout') return void request.socket.setTimeout(HOLD_MS, () => request.socket.destroy());
  if (fault?.mode === 'reset') return void request.socket.resetAndDestroy();
  if (fault?.mode === 'status') {
    const headers = fault.retry_after === undefined ? {} : { 'retry-after': String(fault.retry_after) };
    return sendJson(response, fault.status ?? 500, { error: { type: 'api_error', message: 'As asked.' } }, headers);
  }
  const form = request.method === 'POST' ? new URLSearchParams(body) : url.searchParams;
  const made = once(open, call, form, work);
  await open.ledger.written();
  if (fault?.mode === 'accept_then_drop') request.socket.destroy();
  else sendJson(response, made.status, made.answer);
}

/** What came with the same key before is answered as it was then; a declined card stays declined. */
function once({ ledger, webhook }: Open, call: Call, form: URLSearchParams, work: Work) {
  const key = call.request.method === 'POST' ? call.request.headers['idempotency-key'] : undefined;
  const asked = `${call.url.pathname}?${form}`;
  const before = typeof key === 'string' ? ledger.get('answer', key) : undefined;
  if (before && before.asked !== asked)
    return refusal(new StripeRefused(400, 'Keys for idempotent requests can only be used with the same parameters.'));
  if (before) return { status: before.status, answer: JSON.parse(before.body) as object };
  const made = attempt(() => work({ id: call.id, form }));
  if (typeof key === 'string' && (made.status === 200 || made.status === 402))
    ledger.keep('answer', { id: key, asked, status: made.status, body: JSON.stringify(made.answer) });
  webhook.tellSoon(made.happened ?? []);
  return made;
}

function attempt(work: () => Made): Made & { status: number } {
  try {
    return { status: 200, ...work() };
  } catch (error) {
    if (error instanceof StripeRefused) return refusal(error);
    throw error;
  }
}

function refusal(refused: StripeRefused): Made & { status: number } {
  return { status: refused.status, answer: refused.body() };
}
