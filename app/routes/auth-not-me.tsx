import { useLocation } from 'react-router';
import { contextOf } from '#app/middleware/context.ts';
import { AccountTrouble } from '#app/static-pages/account-pages.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { NotMePage, ReportedPage } from '#app/static-pages/not-me-page.tsx';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { findAlert, reportNotMe } from '#services/accounts/not-me.ts';
import type { Route } from './+types/auth-not-me.ts';

/** Asks first: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, () => findAlert(contextOf(context), params.secret));
}

export function action({ context, params }: Route.ActionArgs) {
  return answerForm(context, () => reportNotMe(contextOf(context), params.secret));
}

export default function NotMe({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  if (actionData) return <ReportedPage reported={actionData} />;
  return loaderData && <NotMePage alert={loaderData} path={pathname} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountTrouble {...troubleOf(error)} />;
}
