import { passkeySite } from '#app/accounts/passkey-answer.ts';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { contextOf, sessionOf } from '#app/middleware/context.ts';
import { askForPasskey } from '#services/accounts/add-passkey.ts';
import { requireProof } from '#services/accounts/step-up.ts';
import type { Route } from './+types/profile-passkeys-options.ts';

/** What the page's script asks the browser for, after a recent proof: a form would ask for that when the passkey is made. */
export function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return fallbackToErrorPage(async () => {
    const session = sessionOf(context);
    requireProof(contextOf(context), session);
    return Response.json(await askForPasskey(contextOf(context), session, passkeySite(context)));
  });
}
