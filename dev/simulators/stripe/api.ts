/**
 * Stripe's API, as far as it sells subscriptions, and the page where they are paid.
 * @see https://docs.stripe.com/api/checkout/sessions
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import { type Call, Refused, type Routes, readBody, sendJson } from '../http.ts';
import { sessionSchema, treeOf } from './form.ts';
import { Ledger, newId, type Session, type Subscription } from './ledger.ts';
import { checkoutPage, overPage } from './page.ts';

const FORM_MAX_BYTES = 64 * 1_024;
const HOLD_MS = 600_000;
const SESSION_LIFE_MS = 86_400_000;
const MS = 1_000;

export interface StripeOptions {
  secretKey: string;
  faults: Faults;
  /** The folder that keeps what was bought. */
  dataDir: string;
  /** Where the simulators listen. */
  origin: string;
  /** Where the product listens: its pages are where people are sent back to. */
  appOrigin: string;
}

/** What Stripe answers when it refuses. */
class StripeRefused extends Error {
  readonly status: number;
  readonly param: string | undefined;

  constructor(status: number, message: string, param?: string) {
    super(message);
    this.status = status;
    this.param = param;
  }
}

/** The routes under `/v1` and `/pay`, and how to end. */
export function stripeRoutes(options: StripeOptions): { routes: Routes; close: () => void } {
  const ledger = new Ledger(join(options.dataDir, 'payments.jsonl'));
  const asked = (work: (call: Call, form: URLSearchParams) => Promise<object> | object) => (call: Call) =>
    answer(options, call, work);
  const routes: Routes = {
    'POST /v1/checkout/sessions': asked(async ({ request }, form) =>
      shownSession(options, ledger, await createSession(ledger, request, form), false),
    ),
    'GET /v1/checkout/sessions/:id': asked(({ id, url }) =>
      shownSession(options, ledger, sessionOf(ledger, id), url.searchParams.get('expand[0]') === 'subscription'),
    ),
    'POST /v1/checkout/sessions/:id/expire': asked(async ({ id }) => {
      const session: Session = { ...sessionOf(ledger, id), status: 'expired' };
      await ledger.keep({ session });
      return shownSession(options, ledger, session, false);
    }),
    'DELETE /v1/subscriptions/:id': asked(({ id, url }) => cancelSubscription(ledger, id, url.searchParams)),
    'GET /v1/subscriptions/:id': asked(({ id }) => shownSubscription(subscriptionOf(ledger, id))),
    'GET /pay/:id': ({ response, id }) => showPage(options, response, payable(ledger, id)),
    'POST /pay/:id': (call) => pay(options, ledger, call),
  };
  return { routes, close: () => ledger.close() };
}

/** Checks the key, plays the fault that was asked for, and answers as Stripe does. */
async function answer(
  { secretKey, faults }: StripeOptions,
  call: Call,
  work: (call: Call, form: URLSearchParams) => Promise<object> | object,
): Promise<void> {
  const { request, response } = call;
  const form = new URLSearchParams((await readBody(request, FORM_MAX_BYTES)).toString('utf8'));
  if (request.headers.authorization !== `Bearer ${secretKey}`)
    return sendJson(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
  const fault = faults.takeStripe();
  if (fault?.delay_ms) await sleep(fault.delay_ms);
  if (fault?.mode === 'timeout') return void request.socket.setTimeout(HOLD_MS, () => request.socket.destroy());
  if (fault?.mode === 'reset') return void request.socket.resetAndDestroy();
  if (fault?.mode === 'status') {
    const headers = fault.retry_after === undefined ? {} : { 'retry-after': String(fault.retry_after) };
    return sendJson(response, fault.status ?? 500, { error: { type: 'api_error', message: 'As asked.' } }, headers);
  }
  try {
    const made = await work(call, form);
    if (fault?.mode === 'accept_then_drop') request.socket.destroy();
    else sendJson(response, 200, made);
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error;
    const { status, message, param } = error;
    sendJson(response, status, { error: { type: 'invalid_request_error', message, ...(param ? { param } : {}) } });
  }
}

async function createSession(ledger: Ledger, request: IncomingMessage, form: URLSearchParams): Promise<Session> {
  const key = request.headers['idempotency-key'];
  const asked = form.toString();
  const earlier = [...ledger.sessions.values()].find(({ idempotency }) => key && idempotency?.key === key);
  if (earlier?.idempotency?.asked === asked) return earlier;
  if (earlier) throw new StripeRefused(400, 'Keys for idempotent requests can only be used with the same parameters.');
  const { success, data, error } = sessionSchema.safeParse(treeOf(form));
  if (!success) {
    const [issue] = error.issues;
    throw new StripeRefused(400, issue?.message ?? 'Not understood.', issue?.path.join('.'));
  }
  const { quantity: _one, price_data: price } = data.line_items[0];
  const session: Session = {
    id: newId('cs_test'),
    created: Date.now(),
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: data.client_reference_id ?? null,
    customer: data.customer ?? null,
    customer_email: data.customer_email ?? null,
    subscription: null,
    metadata: data.metadata,
    success_url: data.success_url,
    cancel_url: data.cancel_url ?? null,
    name: price.product_data.name,
    amount: price.unit_amount,
    interval: price.recurring.interval,
    idempotency: typeof key === 'string' ? { key, asked } : null,
  };
  await ledger.keep({ session });
  return session;
}

async function cancelSubscription(ledger: Ledger, id: string, asked: URLSearchParams): Promise<object> {
  const running = subscriptionOf(ledger, id);
  if (running.status === 'canceled') throw new StripeRefused(404, `No such subscription: ${id}`, 'id');
  const subscription: Subscription = {
    ...running,
    status: 'canceled',
    prorated: asked.get('prorate') === 'true' && asked.get('invoice_now') === 'true',
  };
  await ledger.keep({ subscription });
  return shownSubscription(subscription);
}

async function pay(options: StripeOptions, ledger: Ledger, { request, response, id }: Call): Promise<void> {
  const deed = new URLSearchParams((await readBody(request, FORM_MAX_BYTES)).toString('utf8')).get('deed');
  const session = payable(ledger, id);
  if (!session) return showPage(options, response, null);
  if (deed === 'cancel') return void response.writeHead(303, { location: session.cancel_url ?? '/' }).end();
  if (deed !== 'pay' && deed !== 'pay-later') throw new Refused(400, 'There is no button for this.');
  const { amount, interval } = session;
  const customer = session.customer ?? newId('cus');
  const status = deed === 'pay' ? 'active' : 'incomplete';
  const subscription: Subscription = { id: newId('sub'), customer, status, amount, interval, prorated: false };
  await ledger.keep({ subscription });
  const payment_status = deed === 'pay' ? 'paid' : 'unpaid';
  const paid: Session = { ...session, status: 'complete', payment_status, customer, subscription: subscription.id };
  await ledger.keep({ session: paid });
  response.writeHead(303, { location: session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id) }).end();
}

function sessionOf(ledger: Ledger, id: string): Session {
  const session = ledger.sessions.get(id);
  if (!session) throw new StripeRefused(404, `No such checkout.session: ${id}`, 'session');
  const isOver = session.status === 'open' && Date.now() - session.created > SESSION_LIFE_MS;
  return isOver ? { ...session, status: 'expired' } : session;
}

/** @returns the checkout while it can be paid for */
function payable(ledger: Ledger, id: string): Session | null {
  const session = ledger.sessions.has(id) ? sessionOf(ledger, id) : null;
  return session?.status === 'open' ? session : null;
}

function subscriptionOf(ledger: Ledger, id: string): Subscription {
  const subscription = ledger.subscriptions.get(id);
  if (!subscription) throw new StripeRefused(404, `No such subscription: ${id}`, 'id');
  return subscription;
}

function shownSession({ origin }: StripeOptions, ledger: Ledger, session: Session, expand: boolean): object {
  const { idempotency: _key, name: _name, interval: _interval, amount, created, ...rest } = session;
  const subscription = session.subscription ? ledger.subscriptions.get(session.subscription) : undefined;
  return {
    object: 'checkout.session',
    mode: 'subscription',
    ui_mode: 'hosted_page',
    livemode: false,
    currency: 'usd',
    amount_total: amount,
    ...rest,
    created: Math.floor(created / MS),
    expires_at: Math.floor((created + SESSION_LIFE_MS) / MS),
    subscription: expand && subscription ? shownSubscription(subscription) : session.subscription,
    url: session.status === 'open' ? `${origin}/pay/${session.id}` : null,
  };
}

function shownSubscription({ prorated, amount, interval, ...rest }: Subscription): object {
  const price = { object: 'price', currency: 'usd', unit_amount: amount, recurring: { interval } };
  const items = { object: 'list', data: [{ object: 'subscription_item', quantity: 1, price }] };
  return { object: 'subscription', livemode: false, ...rest, items, metadata: { prorated: String(prorated) } };
}

/** Its form ends at the product's address, which browsers count as where it leads. */
function showPage({ appOrigin }: StripeOptions, response: ServerResponse, session: Session | null): void {
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${appOrigin}; base-uri 'none'`;
  response
    .writeHead(session ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    .end(session ? checkoutPage(session) : overPage());
}
