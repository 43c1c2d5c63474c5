import { TWILIO_WEBHOOK } from '#app/http/body-limit.ts';
import { errorResponse } from '#app/http/errors.ts';
import { webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import type { Route } from './+types/twilio.ts';
import { postOnly, receiveEvents } from './receive.ts';

/** Twilio signs the address, too, as it stood in the message: the path and the query as they were asked for. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { readTwilioEvents } = context.get(webDeps).composition;
  if (!readTwilioEvents) return errorResponse(new AppError('not-found', 'Twilio is not set up.'));
  const { pathname, search } = new URL(request.url);
  const signature = request.headers.get('x-twilio-signature');
  const signed = { signature, timestamp: null, path: `${pathname}${search}` };
  return receiveEvents({ request, context }, 'twilio', readTwilioEvents, signed, TWILIO_WEBHOOK);
}

export const loader = postOnly;
