import { contextOf } from '#app/middleware/context.ts';
import { addressPage } from '#app/plain/address-pages.ts';
import { orAddressProblemPage } from '#app/plain/or-problem-page.ts';
import { findAddressLink, holdAddressByLink } from '#services/deliveries/address-check.ts';
import type { Route } from './+types/address.ts';

/** Asks before it takes the answer: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  return orAddressProblemPage(context, async () =>
    addressPage(await findAddressLink(contextOf(context), params.secret), url.pathname),
  );
}

export function action({ context, params, url }: Route.ActionArgs): Promise<Response> {
  return orAddressProblemPage(context, async () =>
    addressPage(await holdAddressByLink(contextOf(context), params.secret), url.pathname),
  );
}
