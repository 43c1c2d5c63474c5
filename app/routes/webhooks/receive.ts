import type { RouterContextProvider } from 'react-router';
import { readBody } from '#app/http/body.ts';
import { WEBHOOKS } from '#app/http/body-limit.ts';
import { errorResponse } from '#app/http/errors.ts';
import { contextOf, type WebDeps, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { LOST_ATTEMPT } from '#services/deliveries/lost-attempts.ts';
import { type FailureLine, failureLine, recordProviderEvents } from '#services/events/record-provider-events.ts';
import type { Payments } from '#services/ports/payments.ts';
import type { ReadProviderEvents, SignedRequest } from '#services/ports/provider-events.ts';
import { recordBillingEvent } from '#services/subscription/reconcile.ts';

/**
 * Records the delivery events of a mail or message provider. The signature covers the raw bytes, so they are not parsed first.
 * @param read checks the signature and reads the events
 * @param signed the parts of the request that are signed beside its body
 * @returns 204 once all is recorded; 403 or 400 if the provider did not send it; 503 to have it sent again
 */
export async function receiveEvents(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  provider: 'sendgrid' | 'twilio',
  read: ReadProviderEvents,
  signed: Omit<SignedRequest, 'body'>,
  limit = WEBHOOKS,
): Promise<Response> {
  const { log } = context.get(webDeps);
  const body = await readBody(request, limit);
  return recordOr503(log, provider, async () => {
    const events = read({ body, ...signed });
    const { deliveryOf, recovered } = await recordProviderEvents(contextOf(context), provider, events);
    for (const { attempt, deliveryId, isFurtherCopy } of recovered)
      log.error({ delivery: deliveryId, attempt: attempt.id, isFurtherCopy }, LOST_ATTEMPT);
    for (const event of events) logLine(log, failureLine(provider, event, deliveryOf.get(event.attemptId ?? '')));
  });
}

/**
 * Handles an event of the payment provider: asks the provider for the present state before it answers.
 * @param signature over the raw bytes
 * @returns 204 once it is done; 403 or 400 if the provider did not send it; 503 to have it sent again
 */
export async function receiveBillingEvent(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  payments: Payments,
  signature: string | null,
): Promise<Response> {
  const { log, composition } = context.get(webDeps);
  const body = await readBody(request, WEBHOOKS);
  return recordOr503(log, 'stripe', () =>
    recordBillingEvent({ fork: composition.fork, payments }, payments.readEvent(body, signature)),
  );
}

async function recordOr503(log: WebDeps['log'], provider: string, record: () => Promise<void>): Promise<Response> {
  try {
    await record();
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof AppError) {
      log.warn({ provider, code: error.code, cause: error.cause }, 'a webhook was refused');
      return errorResponse(error);
    }
    // The provider sends the events again after a 503.
    log.error({ provider, err: error }, 'events of a provider were not recorded');
    return errorResponse(new AppError('unavailable', 'Please send this again.'));
  }
}

function logLine(log: WebDeps['log'], line: FailureLine | null): void {
  if (line) log[line.isAlarm ? 'error' : 'info'](line.fields, line.message);
}

/** The answer to anything but POST. */
export function postOnly(): Response {
  return new Response(null, { status: 405, headers: { allow: 'POST' } });
}
