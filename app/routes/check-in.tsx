import { data, useLocation } from 'react-router';
import { readForm } from '#app/http/form.ts';
import { contextOf } from '#app/middleware/context.ts';
import { CheckInPage, checkInStatus, stepIn } from '#app/static-pages/check-in-pages.tsx';
import { EmergencyTrouble } from '#app/static-pages/link-troubles.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { isCanary, moveCanary } from '#services/emergency/canary.ts';
import { checkInByLink, findCheckIn } from '#services/emergency/check-in.ts';
import type { Route } from './+types/check-in.ts';

/** Asks before it checks in: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, async () => {
    const link = await findCheckIn(contextOf(context), params.secret);
    return data(link, { status: checkInStatus(link) });
  });
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const services = contextOf(context);
    if (isCanary(services.keyring, params.secret)) {
      const step = stepIn((await readForm(request)).get('intent'));
      return data({ kind: 'canary', step: await moveCanary(services.em, step) } as const);
    }
    const answer = await checkInByLink(services, params.secret);
    return data(answer, { status: checkInStatus(answer) });
  });
}

export default function CheckIn({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const answer = actionData ?? loaderData;
  return answer && <CheckInPage answer={answer} path={pathname} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EmergencyTrouble {...troubleOf(error)} />;
}
