import { passkeySite } from '#app/accounts/passkey-answer.ts';
import { contextOf } from '#app/middleware/context.ts';
import { askToSignIn } from '#services/accounts/sign-in-with-passkey.ts';
import type { Route } from './+types/auth-passkey-options.ts';

/** What the page's script asks the browser for. */
export function loader({ context }: Route.LoaderArgs): Response {
  const options = askToSignIn(contextOf(context), passkeySite(context));
  return Response.json(options, { headers: { 'cache-control': 'no-store' } });
}
