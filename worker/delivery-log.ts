import type { Logger } from '#config/log.ts';
import type { DeliveryStep, LostAttempt } from '#services/deliveries/deliver.ts';
import { LOST_ATTEMPT } from '#services/deliveries/lost-attempts.ts';
import { type FailureLine, OUR_SET_UP } from '#services/events/record-provider-events.ts';

/**
 * Logs one line for each step of a delivery. Ids and codes only: the provider's own words can repeat an address, so they
 * stay in `delivery_attempts`.
 */
export function logStep(log: Logger, step: DeliveryStep): void {
  const { deliveryId, revision, attemptId, channel, because, isOurs = false, result } = step;
  const fields = {
    delivery: deliveryId,
    revision,
    ...(attemptId ? { attempt: attemptId } : {}),
    channel,
    answer: because,
    result: result.kind,
    ...(result.kind === 'failed' ? { failure: result.failure } : {}),
    ...(result.kind === 'later' ? { until: result.at, waitsFor: result.waitsFor } : {}),
  };
  if (because === 'configuration') log.error(fields, 'ALARM: the provider refused our set-up, and a delivery waits');
  else if (isOurs) log.error(fields, `ALARM: ${OUR_SET_UP}`);
  else log.info(fields, 'a step of a delivery');
}

/** Logs an attempt that the database had lost since it was claimed. */
export function logLostAttempt(log: Logger, { deliveryId, attemptId, isFurtherCopy }: LostAttempt): void {
  log.error({ delivery: deliveryId, attempt: attemptId, isFurtherCopy }, LOST_ATTEMPT);
}

/** Logs one line for a message that did not arrive, as the provider answered when we asked. */
export function logFailure(log: Logger, { isAlarm, fields, message }: FailureLine): void {
  log[isAlarm ? 'error' : 'info'](fields, message);
}
