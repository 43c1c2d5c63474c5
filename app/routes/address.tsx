import { data, useLocation } from 'react-router';
import { contextOf } from '#app/middleware/context.ts';
import { AddressPage, AddressTrouble, addressStatus } from '#app/static-pages/address-pages.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { confirmRecipientAddressByLink, findAddressLink } from '#services/deliveries/address-check.ts';
import type { Route } from './+types/address.ts';

/** Asks before it takes the answer: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, async () => {
    const link = await findAddressLink(contextOf(context), params.secret);
    return data(link, { status: addressStatus(link) });
  });
}

export function action({ context, params }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const link = await confirmRecipientAddressByLink(contextOf(context), params.secret);
    return data(link, { status: addressStatus(link) });
  });
}

export default function Address({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const link = actionData ?? loaderData;
  return link && <AddressPage link={link} path={pathname} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AddressTrouble {...troubleOf(error)} />;
}
