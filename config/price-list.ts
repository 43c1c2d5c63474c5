import { type PriceList, stripePriceList } from '#adapters/stripe/price-list.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Env } from './env.ts';

/** An operator waits for it. */
const TIMEOUT = 15 * SECOND;

/** @returns the prices at the payment provider, for the operator who sets it up; null without a key */
export function composePriceList(account: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_BASE_URL'>): PriceList | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_BASE_URL: baseUrl } = account;
  return secretKey ? stripePriceList({ secretKey, baseUrl, timeout: TIMEOUT }) : null;
}
