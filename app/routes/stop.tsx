import { useLocation } from 'react-router';
import { contextOf } from '#app/middleware/context.ts';
import { LanguageLinks } from '#app/static-pages/language-choice.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { StopPage, StopTrouble } from '#app/static-pages/stop-page.tsx';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { decideStopping, findStopping, type StopFrom } from '#services/recipients/stop.ts';
import type { Route } from './+types/stop.ts';

/** Looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, () => findStopping(contextOf(context), params.secret));
}

/** From one of the page's buttons; without a choice in its address, from a mail program: nothing more from this person. */
export function action({ context, params, url }: Route.ActionArgs) {
  const undo = url.searchParams.get('undo');
  const from = fromOf(undo ?? url.searchParams.get('from'));
  return answerForm(context, () => decideStopping(contextOf(context), params.secret, from, undo === null));
}

function fromOf(value: string | null): StopFrom {
  return value === 'stillhere' ? 'stillhere' : 'person';
}

export default function Stop({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const stopping = actionData ?? loaderData;
  const isDone = actionData !== undefined;
  const isAsking = !isDone && new URLSearchParams(search).get('from') === 'stillhere';
  if (!stopping) return null;
  return (
    <>
      <StopPage stopping={stopping} path={pathname} isDone={isDone} isAsking={isAsking} />
      <LanguageLinks path={pathname} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <StopTrouble {...troubleOf(error)} />;
}
