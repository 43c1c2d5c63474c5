import { useLocation } from 'react-router';
import { contextOf } from '#app/middleware/context.ts';
import { AccountTrouble, ConfirmedPage, ConfirmPage } from '#app/static-pages/account-pages.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { confirmAddress, findConfirmation } from '#services/accounts/email-address.ts';
import type { Route } from './+types/auth-confirm.ts';

/** Asks before it confirms an address: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, () => findConfirmation(contextOf(context), params.secret));
}

export function action({ context, params }: Route.ActionArgs) {
  return answerForm(context, () => confirmAddress(contextOf(context), params.secret));
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  if (actionData) return <ConfirmedPage {...actionData} />;
  return loaderData && <ConfirmPage path={pathname} confirmation={loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountTrouble {...troubleOf(error)} />;
}
