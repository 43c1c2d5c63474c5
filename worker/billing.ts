/** What the worker does about plans and money, besides its jobs (jobs.ts). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '#config/log.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { Payments } from '#services/ports/payments.ts';
import { endAfterRelease, holdBilling } from '#services/subscription/hold-billing.ts';
import { deleteOldReceipts, type ReconcileDeps } from '#services/subscription/reconcile.ts';
import { compareKnown, findUnknown } from '#services/subscription/reconcile-daily.ts';
import { type Loop, startLoop } from './loop.ts';

export interface BillingDeps {
  fork(): EntityManager;
  payments: Payments;
  /** The length of a protocol day, in milliseconds. */
  day: number;
  log: Logger;
  registry: Registry;
}

/** Starts each part in its own loop. */
export function startBilling({ fork, payments, day, log, registry }: BillingDeps): Loop[] {
  const reconcileDeps: ReconcileDeps = { fork, payments };
  return [
    startLoop('plans of silent owners', log, Math.min(MINUTE, day / 4), async () => {
      const ended = await endAfterRelease(reconcileDeps);
      if (ended > 0) log.info({ plans: ended }, 'plans ended because their emergency protocol has released');
      return holdBilling(reconcileDeps);
    }),
    startReconciliation(reconcileDeps, log, registry),
    startLoop('old webhook receipts', log, MINUTE, () => deleteOldReceipts(fork())),
  ];
}

/** Compares all plans with the provider, each once a day. */
function startReconciliation(deps: ReconcileDeps, log: Logger, registry: Registry): Loop {
  const repairs = new Counter({
    name: 'stillhere_plans_repaired_total',
    help: 'Plans that differed from the payment provider, because its events had not arrived',
    registers: [registry],
  });
  const record = (repaired: number, message: string) => {
    repairs.inc(repaired);
    if (repaired > 0) log.warn({ plans: repaired }, message);
  };
  return startLoop('comparing plans with the payment provider', log, MINUTE, async () => {
    const { repaired, notKnownThere, hasMore } = await compareKnown(deps);
    record(repaired, 'plans differed from the payment provider and were corrected; do its webhooks arrive?');
    if (notKnownThere > 0)
      log.error(
        { plans: notKnownThere },
        'the payment provider does not know some of our plans, which stay as they are',
      );
    const found = hasMore ? null : await findUnknown(deps);
    record(found?.repaired ?? 0, 'the payment provider had plans that we did not know; do its webhooks arrive?');
    if (found && found.ownerless > 0)
      log.error({ plans: found.ownerless }, 'the payment provider has plans for accounts that do not exist here');
    return hasMore;
  });
}
