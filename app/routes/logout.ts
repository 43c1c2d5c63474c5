import { redirect } from 'react-router';
import { webDeps } from '#app/middleware/context.ts';
import { endSession } from '#app/middleware/session.ts';
import { endTheirs, forgetSignedOut, leaveSignedOut } from '#app/middleware/signed-out.ts';
import type { Route } from './+types/logout.ts';

/**
 * Ends the session in the database and in the browser. When the database cannot be reached, the browser keeps the cookie
 * that it needs to end the session later, and is a visitor until then.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const isEnded = await endTheirs(request, context);
  const response = redirect('/');
  response.headers.append('set-cookie', isEnded ? forgetSignedOut() : leaveSignedOut());
  if (isEnded) response.headers.append('set-cookie', await endSession(context.get(webDeps).appOrigin));
  return response;
}

/** Opening the address does nothing: only a form ends a session. */
export function loader(): Response {
  return redirect('/');
}
