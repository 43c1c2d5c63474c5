import { contextOf } from '#app/middleware/context.ts';
import { confirmedPage, confirmPage } from '#app/plain/account-pages.ts';
import { orAccountProblemPage } from '#app/plain/or-problem-page.ts';
import { confirmAddress, findConfirmation } from '#services/accounts/email-address.ts';
import type { Route } from './+types/auth-confirm.ts';

/** Asks before it confirms an address: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  return orAccountProblemPage(context, async () =>
    confirmPage(await findConfirmation(contextOf(context), params.secret), url.pathname),
  );
}

export function action({ context, params }: Route.ActionArgs): Promise<Response> {
  return orAccountProblemPage(context, async () =>
    confirmedPage(await confirmAddress(contextOf(context), params.secret)),
  );
}
