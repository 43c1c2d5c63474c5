import type { MiddlewareFunction } from 'react-router';
import { isSafe } from '#app/http/request.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { contextOf, visitContext, webDeps } from './context.ts';

/** Statuses below it mean success. */
const REFUSED = 400;

/** A person who changes something is alive; a page that is only read may have been left open. */
export const recordSignOfLife: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  const visit = context.get(visitContext);
  if (isSafe(request.method) || response.status >= REFUSED || typeof visit !== 'object') return response;
  try {
    await proveAlive(contextOf(context), visit.user.id);
  } catch (error) {
    // Their change is done; their next one is a sign of life as well.
    context.get(webDeps).log.error({ err: error }, 'a sign of life could not be recorded');
  }
  return response;
};
