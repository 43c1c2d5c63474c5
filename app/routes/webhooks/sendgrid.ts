import { webDeps } from '#app/middleware/context.ts';
import type { Route } from './+types/sendgrid.ts';
import { postOnly, receiveEvents } from './receive.ts';

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return receiveEvents({ request, context }, 'sendgrid', context.get(webDeps).composition.readSendgridEvents, {
    signature: request.headers.get('x-twilio-email-event-webhook-signature'),
    timestamp: request.headers.get('x-twilio-email-event-webhook-timestamp'),
  });
}

export const loader = postOnly;
