import { readBody } from '#app/http/body.ts';
import { errorResponse } from '#app/http/errors.ts';
import { contextOf, webParts } from '#app/middleware/context.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import type { Route } from './+types/sendgrid.ts';

/** The signature is over the bytes as they came, so they are read raw. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { composition, log } = context.get(webParts);
  const body = await readBody(request, 2 * MEGABYTE);
  try {
    const events = composition.readSendgridEvents({
      body,
      signature: request.headers.get('x-twilio-email-event-webhook-signature'),
      timestamp: request.headers.get('x-twilio-email-event-webhook-timestamp'),
    });
    await recordProviderEvents(contextOf(context), 'sendgrid', events);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof AppError) {
      log.warn({ code: error.code }, 'a SendGrid webhook was refused');
      return errorResponse(error);
    }
    // Whatever it was, SendGrid keeps the events and sends them again.
    log.error({ err: error }, 'events of SendGrid could not be recorded');
    return errorResponse(new AppError('unavailable', 'Please send this again.'));
  }
}

/** Nothing is told here. */
export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: 'POST' } });
}
