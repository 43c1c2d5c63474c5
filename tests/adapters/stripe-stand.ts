/** For tests of payments: the adapter with a Stripe simulator of its own. */
import { stripePayments } from '#adapters/stripe.ts';
import type { RemoteSubscription } from '#domain/subscription/reconcile.ts';
import { CHECKOUT_ID, type NewCheckout } from '#services/ports/payments.ts';
import { ask, STRIPE, simulator, simulatorFolder } from '#tests/simulators/stand.ts';

/** A port without a server: Stripe's webhooks go nowhere. */
export const APP = 'http://127.0.0.1:9';
export const HELENA = '0199a0c0-0000-7000-8000-000000000001';
/** Of one try, in milliseconds. No try that gets its answer may reach it, however busy the machine is. */
export const TIMEOUT = 15_000;

export const wish = (over: Partial<NewCheckout> = {}): NewCheckout => ({
  accountId: HELENA,
  email: 'helena@example.com',
  customerId: null,
  planType: 'plus_yearly',
  successUrl: `${APP}/subscription/success?token=${CHECKOUT_ID}`,
  cancelUrl: `${APP}/subscription/cancel`,
  ...over,
});

interface StandOptions {
  dataDir?: string;
  secretKey?: string;
  isEmpty?: boolean;
}

export async function provider({
  dataDir = simulatorFolder(),
  secretKey = STRIPE.secretKey,
  isEmpty,
}: StandOptions = {}) {
  const running = await simulator({ appOrigin: APP, dataDir, isEmptyStripe: isEmpty });
  const { origin } = running;
  const payments = stripePayments({ ...STRIPE, secretKey, baseUrl: origin, timeout: TIMEOUT });
  return {
    ...running,
    payments,
    fault: (over: Record<string, unknown>) => ask(origin, '/api/faults', { vendor: 'stripe', ...over }),
    noFaults: () => fetch(`${origin}/api/faults`, { method: 'DELETE' }),
    ask: (method: string, path: string, form?: Record<string, string>) => askStripe(origin, method, path, form),
    /** Makes something happen at Stripe. */
    happen: (event: string, subscription: string) => ask(origin, '/api/billing', { event, subscription }),
    /** @returns a subscription that was just paid */
    async subscribed(over: Partial<NewCheckout> = {}): Promise<RemoteSubscription> {
      const address = await payments.createCheckout(wish(over));
      await press(address, 'pay');
      const found = await payments.findCheckout(idOf(address));
      if (found?.state.kind !== 'paid') throw new Error('It was not paid.');
      return found.state.subscription;
    },
  };
}

async function askStripe(
  origin: string,
  method: string,
  path: string,
  form?: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${STRIPE.secretKey}` },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** @returns the id of a checkout, from the address of its page */
export const idOf = (address: string) => address.split('/').at(-1) ?? '';

/** Presses a button on a page of Stripe. @returns where it leads */
export async function press(address: string, action: string, more: Record<string, string> = {}): Promise<string> {
  const body = new URLSearchParams({ action, ...more });
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return response.headers.get('location') ?? `${response.status}`;
}
