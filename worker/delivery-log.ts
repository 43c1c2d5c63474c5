import type { Logger } from '#config/log.ts';
import type { DeliveryStep } from '#services/deliveries/deliver.ts';
import { type FailureLine, OUR_SET_UP } from '#services/events/record-provider-events.ts';

/**
 * Writes one line for each thing that is done about a delivery: by it alone its way can be followed. Ids and codes; the
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

/** Writes one line for a message of which it was learnt later, by asking, that it did not arrive. */
export function logFailure(log: Logger, { isAlarm, fields, message }: FailureLine): void {
  log[isAlarm ? 'error' : 'info'](fields, message);
}
