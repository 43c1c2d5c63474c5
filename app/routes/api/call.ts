import { answerCall } from '#app/api/answer-call.ts';
import type { Route } from './+types/call.ts';

/** All calls of the API but the bytes of files, which have routes of their own. */
export function loader({ request, context, url }: Route.LoaderArgs): Promise<Response> {
  return answerCall(context, request, url);
}

export function action({ request, context, url }: Route.ActionArgs): Promise<Response> {
  return answerCall(context, request, url);
}
