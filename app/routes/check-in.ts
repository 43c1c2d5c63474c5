import { contextOf } from '#app/middleware/context.ts';
import { checkedInPage, checkInPage } from '#app/plain/emergency-pages.ts';
import { orEmergencyProblemPage } from '#app/plain/or-problem-page.ts';
import { checkInByLink, findCheckIn } from '#services/emergency/check-in.ts';
import type { Route } from './+types/check-in.ts';

/** Asks before it checks in: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  return orEmergencyProblemPage(context, async () =>
    checkInPage(await findCheckIn(contextOf(context), params.secret), url.pathname),
  );
}

export function action({ context, params, url }: Route.ActionArgs): Promise<Response> {
  return orEmergencyProblemPage(context, async () =>
    checkedInPage(await checkInByLink(contextOf(context), params.secret), url.pathname),
  );
}
