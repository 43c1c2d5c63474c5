import type { RouterContextProvider } from 'react-router';
import { contextOf, type WebParts, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { type FailureLine, failureLine, recordProviderEvents } from '#services/events/record-provider-events.ts';
import type { Payments } from '#services/ports/payments.ts';
import type { ReadProviderEvents, SignedRequest } from '#services/ports/provider-events.ts';
import { recordBillingEvent } from '#services/subscription/record-billing-event.ts';
import { readBody } from './body.ts';
import { WEBHOOKS } from './body-limit.ts';
import { errorResponse } from './errors.ts';

/**
 * Takes in what a provider reports. The signature is over the bytes as they came, so they are read raw.
 * @param read checks the signature and reads the events
 * @param signed what of the request is signed beside its body
 * @returns 204 when all is recorded; 403 or 400 for what is not the provider's; 503 to be told again
 */
export async function takeEvents(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  provider: 'sendgrid' | 'twilio',
  read: ReadProviderEvents,
  signed: Omit<SignedRequest, 'body'>,
  limit = WEBHOOKS,
): Promise<Response> {
  const { log } = context.get(webParts);
  const body = await readBody(request, limit);
  return answerOf(log, provider, async () => {
    const events = read({ body, ...signed });
    const deliveryOf = await recordProviderEvents(contextOf(context), provider, events);
    for (const event of events) say(log, failureLine(provider, event, deliveryOf.get(event.attemptId ?? '')));
  });
}

/**
 * Takes in what the payment provider reports: what it is about is asked for anew before the answer.
 * @param signature over the bytes as they came
 * @returns 204 when all of it is done; 403 or 400 for what is not the provider's; 503 to be told again
 */
export async function takeBillingEvent(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  payments: Payments,
  signature: string | null,
): Promise<Response> {
  const { log, composition } = context.get(webParts);
  const body = await readBody(request, WEBHOOKS);
  return answerOf(log, 'stripe', () =>
    recordBillingEvent({ fork: composition.fork, payments }, payments.readEvent(body, signature)),
  );
}

async function answerOf(log: WebParts['log'], provider: string, record: () => Promise<void>): Promise<Response> {
  try {
    await record();
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof AppError) {
      log.warn({ provider, code: error.code, cause: error.cause }, 'a webhook was refused');
      return errorResponse(error);
    }
    // Whatever it was, the provider keeps the events and sends them again.
    log.error({ provider, err: error }, 'events of a provider could not be recorded');
    return errorResponse(new AppError('unavailable', 'Please send this again.'));
  }
}

function say(log: WebParts['log'], line: FailureLine | null): void {
  if (line) log[line.isAlarm ? 'error' : 'info'](line.fields, line.message);
}

/** What whoever only looks at a webhook is told. */
export function notToBeRead(): Response {
  return new Response(null, { status: 405, headers: { allow: 'POST' } });
}
