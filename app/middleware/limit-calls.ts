import type { MiddlewareFunction } from 'react-router';
import { errorResponse, retryAfter } from '#app/http/errors.ts';
import { isSafe } from '#app/http/request.ts';
import { AppError } from '#domain/errors.ts';
import { countCall } from '#services/limits/calls.ts';
import { contextOf, retryAfterContext, visitContext } from './context.ts';

/** A protocol that runs because its owner was refused would be the worst that a limit can do. */
const NEVER_REFUSED = '/emergency/check-in';

/** Limits what one account asks for in its browsers. Comes after the guard that finds out who is asking. */
export const limitCalls: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const visit = context.get(visitContext);
  if (typeof visit !== 'object' || url.pathname === NEVER_REFUSED) return next();
  try {
    await countCall(contextOf(context), visit.user.id, 'browser', !isSafe(request.method));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.set(retryAfterContext, retryAfter(error));
    throw errorResponse(error);
  }
  return next();
};
