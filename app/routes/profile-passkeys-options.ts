import { passkeySite } from '#app/accounts/passkey-answer.ts';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { contextOf, sessionOf } from '#app/middleware/context.ts';
import { askForPasskey } from '#services/accounts/add-passkey.ts';
import type { Route } from './+types/profile-passkeys-options.ts';

/** What the page's script asks the browser for. */
export function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return fallbackToErrorPage(async () =>
    Response.json(await askForPasskey(contextOf(context), sessionOf(context), passkeySite(context))),
  );
}
