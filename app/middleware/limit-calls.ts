import type { MiddlewareFunction } from 'react-router';
import { errorResponse, retryAfter } from '#app/http/errors.ts';
import { isSafe } from '#app/http/request.ts';
import { AppError } from '#domain/errors.ts';
import { countCall } from '#services/limits/limits.ts';
import { contextOf, retryAfterContext, visitContext } from './context.ts';

/** The worst that a limit can do: letters that go out because their owner was refused. */
const NEVER_REFUSED = ['/emergency/check-in', '/emergency/return'];
/** Its script sends each file alone: a person who chooses a hundred photos does one thing. */
const FILES = '/create/upload';

/** Limits what one account asks for in its browsers. Comes after the guard that finds out who is asking. */
export const limitCalls: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const visit = context.get(visitContext);
  if (typeof visit !== 'object' || NEVER_REFUSED.includes(url.pathname)) return next();
  const isWrite = !isSafe(request.method) && url.pathname !== FILES;
  try {
    await countCall(contextOf(context), visit.user.id, 'browser', isWrite);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.set(retryAfterContext, retryAfter(error));
    throw errorResponse(error);
  }
  return next();
};
