import { useLocation } from 'react-router';
import { contextOf } from '#app/middleware/context.ts';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { UnsubscribePage, UnsubscribeTrouble } from '#app/static-pages/unsubscribe-page.tsx';
import { findUnsubscribing, unsubscribe } from '#services/notices/mail-choices.ts';
import type { Route } from './+types/unsubscribe.ts';

/** Asks first: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, () => findUnsubscribing(contextOf(context), params.secret));
}

/** From the page's button, or from a mail provider: its body is the same for every link, so nobody reads it (RFC 8058). */
export function action({ context, params }: Route.ActionArgs) {
  return answerForm(context, () => unsubscribe(contextOf(context), params.secret));
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const about = actionData ?? loaderData;
  return about && <UnsubscribePage about={about} path={pathname} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <UnsubscribeTrouble {...troubleOf(error)} />;
}
