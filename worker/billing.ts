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

/** What it works with. */
export interface BillingParts {
  fork(): EntityManager;
  payments: Payments;
  /** The length of a protocol day, in milliseconds. */
  day: number;
  log: Logger;
  registry: Registry;
}

/** Each on its own loop. */
export function startBilling({ fork, payments, day, log, registry }: BillingParts): Loop[] {
  const follower: ReconcileDeps = { fork, payments };
  return [
    startLoop('plans of silent owners', log, Math.min(MINUTE, day / 4), async () => {
      const ended = await endAfterRelease(follower);
      if (ended > 0) log.info({ plans: ended }, 'plans ended because their emergency protocol has released');
      return holdBilling(follower);
    }),
    startReconciliation(follower, log, registry),
    startLoop('old webhook receipts', log, MINUTE, async () => {
      await deleteOldReceipts(fork());
      return false;
    }),
  ];
}

/** Compares all plans with the provider, each once a day. */
function startReconciliation(follower: ReconcileDeps, log: Logger, registry: Registry): Loop {
  const repairs = new Counter({
    name: 'stillhere_plans_repaired_total',
    help: 'Plans that were not as the payment provider says, because its events had not come',
    registers: [registry],
  });
  const note = (repaired: number, message: string) => {
    repairs.inc(repaired);
    if (repaired > 0) log.warn({ plans: repaired }, message);
  };
  return startLoop('comparing plans with the payment provider', log, MINUTE, async () => {
    const { repaired, notKnownThere, hasMore } = await compareKnown(follower);
    note(repaired, 'plans were not as the payment provider says, and are now; did its webhooks come?');
    if (notKnownThere > 0)
      log.error({ plans: notKnownThere }, 'the payment provider does not know plans of ours, which stay as they are');
    const found = hasMore ? null : await findUnknown(follower);
    note(found?.repaired ?? 0, 'plans ran at the payment provider that we did not know; did its webhooks come?');
    if (found && found.ownerless > 0)
      log.error({ plans: found.ownerless }, 'plans run at the payment provider for accounts that are not here');
    return hasMore;
  });
}
