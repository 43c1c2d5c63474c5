/**
 * The part of Stripe that sells subscriptions: its API, the pages where people pay and manage, and its webhooks.
 * @see https://docs.stripe.com/api
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import { playRefusal, retryAfter } from '../play-fault.ts';
import { type Call, type Routes, readForm, sendJson } from '../router.ts';
import { addCatalogue, type CatalogueEntry } from './catalogue.ts';
import { controlRoutes } from './control-routes.ts';
import { Ledger } from './ledger.ts';
import { type Operation, type OperationResult, operations } from './operations.ts';
import { paymentRoutes } from './payment-routes.ts';
import { StripeError } from './refusal.ts';
import { Webhook } from './webhook.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** The products and prices to sell from the start. */
  catalogue: readonly CatalogueEntry[];
  faults: Faults;
  /** The folder for the journal of purchases. */
  dataDir: string;
  /** Where the simulators listen. */
  origin: string;
  /** Where the product listens: people return to its pages, and events go to its webhook. */
  appOrigin: string;
  /** From an event to its webhook, in milliseconds. */
  eventDelay: number;
}

/** The routes of Stripe, and a function that stops it. */
export function stripeRoutes(options: StripeOptions): { routes: Routes; close: () => void } {
  const { appOrigin, origin, faults, webhookSecret, eventDelay } = options;
  const ledger = new Ledger(join(options.dataDir, 'stripe.jsonl'));
  addCatalogue(ledger, options.catalogue);
  const webhook = new Webhook({
    url: `${appOrigin}/webhooks/stripe`,
    secret: webhookSecret,
    delay: eventDelay,
    faults,
  });
  const context = { ledger, origin };
  const apiRoutes = Object.entries(operations(context)).map(([route, operation]) => [
    route,
    (call: Call) => answer({ ...options, ledger, webhook }, call, operation),
  ]);
  const routes: Routes = {
    ...(Object.fromEntries(apiRoutes) as Routes),
    ...paymentRoutes({ context, webhook, appOrigin }),
    ...controlRoutes({ context, webhook }),
  };
  return {
    routes,
    close: () => {
      webhook.close();
      ledger.close();
    },
  };
}

interface StripeServer extends StripeOptions {
  ledger: Ledger;
  webhook: Webhook;
}

/** Checks the key, plays an active fault, and answers as Stripe does. */
async function answer(stripe: StripeServer, call: Call, operation: Operation): Promise<void> {
  const { request, response, url } = call;
  const body = await readForm(request);
  if (request.headers.authorization !== `Bearer ${stripe.secretKey}`)
    return sendJson(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
  const fault = stripe.faults.takeStripe();
  if (fault?.delay_ms) await sleep(fault.delay_ms);
  const error = { type: 'api_error', message: 'A fault was requested.' };
  const isRefused = playRefusal(fault, request, (status) =>
    sendJson(response, status, { error }, retryAfter(fault?.retry_after)),
  );
  if (isRefused) return;
  const form = request.method === 'POST' ? body : url.searchParams;
  const result = runOnce(stripe, call, form, operation);
  await stripe.ledger.written();
  if (fault?.mode === 'accept_then_drop') request.socket.destroy();
  else sendJson(response, result.status, result.answer);
}

/** A call with a known idempotency key gets the earlier answer; a declined card stays declined. */
function runOnce({ ledger, webhook }: StripeServer, call: Call, form: URLSearchParams, operation: Operation) {
  const key = call.request.method === 'POST' ? call.request.headers['idempotency-key'] : undefined;
  const asked = `${call.url.pathname}?${form}`;
  const earlier = typeof key === 'string' ? ledger.get('answer', key) : undefined;
  if (earlier && earlier.asked !== asked)
    return refusal(new StripeError(400, 'Keys for idempotent requests can only be used with the same parameters.'));
  if (earlier) return { status: earlier.status, answer: JSON.parse(earlier.body) as object };
  const result = withStatus(() => operation({ id: call.id, form }));
  if (typeof key === 'string' && (result.status === 200 || result.status === 402))
    ledger.save('answer', { id: key, asked, status: result.status, body: JSON.stringify(result.answer) });
  webhook.sendSoon(result.events ?? []);
  return result;
}

function withStatus(run: () => OperationResult): OperationResult & { status: number } {
  try {
    return { status: 200, ...run() };
  } catch (error) {
    if (error instanceof StripeError) return refusal(error);
    throw error;
  }
}

function refusal(error: StripeError): OperationResult & { status: number } {
  return { status: error.status, answer: error.body() };
}
