import { passkeySite } from '#app/accounts/passkey-answer.ts';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { contextOf, sessionOf } from '#app/middleware/context.ts';
import { askToProve } from '#services/accounts/step-up-by-passkey.ts';
import type { Route } from './+types/step-up-options.ts';

/** What the page's script asks the browser for. */
export function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return fallbackToErrorPage(async () =>
    Response.json(await askToProve(contextOf(context), sessionOf(context), passkeySite(context))),
  );
}
