import type { Logger } from '#config/log.ts';
import type { DeliveryStep } from '#services/deliveries/deliver.ts';
import { type FailureLine, OUR_SET_UP } from '#services/events/record-provider-events.ts';

/**
 * Logs one line for each step of a delivery: they are enough to follow it. Ids and codes; the
 * provider's own words can repeat an address, so they stay in `delivery_attempts`.
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
  if (because === 'configuration') log.error(fields, 'ALARM: our own set-up was refused, and a delivery waits');
  else if (isOurs) log.error(fields, `ALARM: ${OUR_SET_UP}`);
  else log.info(fields, 'a delivery went on');
}

/** Logs one line for a message that did not arrive, as we learnt later by asking. */
export function logFailure(log: Logger, { isAlarm, fields, message }: FailureLine): void {
  log[isAlarm ? 'error' : 'info'](fields, message);
}
