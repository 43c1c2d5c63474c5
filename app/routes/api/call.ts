import { answerCall } from '#app/api/answer-call.ts';
import { allowConfiguredOrigins } from '#app/middleware/same-origin.ts';
import type { Route } from './+types/call.ts';

export const middleware: Route.MiddlewareFunction[] = [allowConfiguredOrigins];

/** Every call of the API (app/api/operations.ts). */
export function loader({ request, context, url }: Route.LoaderArgs): Promise<Response> {
  return answerCall(context, request, url);
}

export function action({ request, context, url }: Route.ActionArgs): Promise<Response> {
  return answerCall(context, request, url);
}
