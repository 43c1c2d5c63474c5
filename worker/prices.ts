/** Compares the payment provider's prices with our table when a worker starts, and each hour. */
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '#config/log.ts';
import { HOUR } from '#domain/time/durations.ts';
import type { Payments } from '#services/ports/payments.ts';
import { type Loop, startLoop } from './loop.ts';

/** @returns the loop; none where nothing is sold */
export function startPriceCheck(
  payments: Pick<Payments, 'checkPrices'> | null,
  log: Logger,
  registry: Registry,
): Loop[] {
  if (!payments) return [];
  const gauge = new Gauge({
    name: 'stillhere_prices_wrong',
    help: 'Prices at the payment provider that differ from our table, and are not sold',
    registers: [registry],
  });
  const check = async () => {
    const wrong = await payments.checkPrices();
    gauge.set(wrong.length);
    if (wrong.length > 0) log.error({ wrong }, 'prices at the payment provider are wrong and are not sold');
    return false;
  };
  return [startLoop('prices', log, HOUR, check)];
}
