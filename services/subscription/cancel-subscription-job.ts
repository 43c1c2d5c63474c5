import { MINUTE } from '#domain/time/durations.ts';
import type { JobHandler } from '#services/jobs/jobs.ts';
import type { Payments } from '#services/ports/payments.ts';

/**
 * Cancels a subscription at the provider that belongs to no account here: another replaced it, or its account is deleted.
 * In the background, because a provider that is away must not undo what was paid for. One that could not be cancelled is
 * tried again after a minute, and without end: until then a person continues to pay for it.
 */
export function cancelSubscriptionJob(payments: Pick<Payments, 'cancelSubscription'>): JobHandler {
  return {
    batch: 1,
    lease: MINUTE,
    async run({ subject }) {
      await payments.cancelSubscription(subject);
      return 'done';
    },
  };
}
