/** For operators: creates the products and prices of our table at Stripe. `npm run stripe:setup` */
import { readStripeAccount } from '#config/env.ts';
import { composePriceList } from '#config/price-list.ts';
import { AppError } from '#domain/errors.ts';

const LIVE = '--live';

try {
  await prepare();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(`Stripe refused or did not answer (${error.cause}). What was done stays; run this again.`);
  process.exitCode = 1;
}

async function prepare(): Promise<void> {
  const prices = composePriceList(readStripeAccount());
  if (!prices) return refuse('STRIPE_SECRET_KEY is not set: there is no account to set up.');
  if (prices.isLive && !process.argv.includes(LIVE))
    return refuse(`This key moves real money. To set up that account, say so: npm run stripe:setup -- ${LIVE}`);
  for (const sentence of await prices.prepare()) console.log(sentence);
}

function refuse(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
