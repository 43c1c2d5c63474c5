import type { MiddlewareFunction } from 'react-router';
import { isSafe } from '#app/http/safe-methods.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { contextOf, visitContext, webParts } from './context.ts';

/** Below it, what was asked for was done. */
const REFUSED = 400;

/** Whoever changes anything on a page is alive; whoever looks at one may have left it open. */
export const hearSignOfLife: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  const visit = context.get(visitContext);
  if (isSafe(request.method) || response.status >= REFUSED || typeof visit !== 'object') return response;
  try {
    await proveAlive(contextOf(context), visit.user.id);
  } catch (error) {
    // What they did is done; the next thing they do is a sign as well.
    context.get(webParts).log.error({ err: error }, 'a sign of life could not be recorded');
  }
  return response;
};
