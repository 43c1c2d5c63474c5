import { redirect } from 'react-router';
import { contextOf, webParts } from '#app/middleware/context.ts';
import { endSession, sessionSecret } from '#app/middleware/session.ts';
import { signOut } from '#services/accounts/sessions.ts';
import type { Route } from './+types/logout.ts';

/** Ends the session here and there. The browser forgets it even when the database cannot be reached. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { appOrigin, log } = context.get(webParts);
  const secret = await sessionSecret(request, appOrigin);
  if (secret)
    await signOut(contextOf(context), 'cookie', secret).catch((error) =>
      log.error({ err: error }, 'a session could not be ended'),
    );
  return redirect('/', { headers: { 'set-cookie': await endSession(appOrigin) } });
}

/** Somebody who opens the address gets nowhere by it: ending a session needs a form. */
export function loader(): Response {
  return redirect('/');
}
