import { errorResponse } from '#app/http/errors.ts';
import { webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import type { Route } from './+types/stripe.ts';
import { postOnly, receiveBillingEvent } from './receive.ts';

export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { payments } = context.get(webDeps).composition;
  if (!payments) return errorResponse(new AppError('not-found', 'Payments are not set up.'));
  return receiveBillingEvent({ request, context }, payments, request.headers.get('stripe-signature'));
}

export const loader = postOnly;
