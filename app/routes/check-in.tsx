import { data, useLocation } from 'react-router';
import { retryAfter } from '#app/http/errors.ts';
import { invalidForm, parseForm, readForm, refusedForm } from '#app/http/form.ts';
import { contextOf, type Provider, retryAfterContext } from '#app/middleware/context.ts';
import { BY_PASSWORD, CheckInPage, checkInStatus, stepIn } from '#app/static-pages/check-in-pages.tsx';
import { EmergencyTrouble } from '#app/static-pages/link-troubles.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { passwordCheckInSchema } from '#domain/accounts/duress.schema.ts';
import { AppError } from '#domain/errors.ts';
import { checkInByLinkAndPassword } from '#services/accounts/check-in-by-password.ts';
import { isCanary, moveCanary } from '#services/emergency/canary.ts';
import { checkInByLink, findCheckIn } from '#services/emergency/check-in.ts';
import type { Route } from './+types/check-in.ts';

/** Asks before it checks in: looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, async () => {
    const link = await findCheckIn(contextOf(context), params.secret);
    return data({ answer: link, wrong: null }, { status: checkInStatus(link) });
  });
}

export function action({ request, context, params, url }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const services = contextOf(context);
    if (isCanary(services.keyring, params.secret)) {
      const step = stepIn((await readForm(request)).get('intent'));
      return data({ answer: { kind: 'canary', step: await moveCanary(services.em, step) } as const, wrong: null });
    }
    if (url.searchParams.has(BY_PASSWORD)) return byPassword(context, params.secret, await readForm(request));
    const answer = await checkInByLink(services, params.secret);
    return data({ answer, wrong: null }, { status: checkInStatus(answer) });
  });
}

/** A wrong password shows the page again, with the button that needs none. */
async function byPassword(context: Provider, secret: string, form: FormData) {
  const services = contextOf(context);
  const submission = parseForm(form, passwordCheckInSchema);
  const again = async ({ data: { result }, init }: ReturnType<typeof invalidForm>) =>
    data({ answer: await findCheckIn(services, secret), wrong: result }, init ?? {});
  if (submission.status !== 'success') return again(invalidForm(submission));
  try {
    const answer = await checkInByLinkAndPassword(services, secret, submission.value.password);
    return data({ answer, wrong: null }, { status: checkInStatus(answer) });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not-found') throw error;
    context.set(retryAfterContext, retryAfter(error));
    return again(refusedForm(submission, error));
  }
}

export default function CheckIn({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const shown = actionData ?? loaderData;
  return shown && <CheckInPage {...shown} path={pathname} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EmergencyTrouble {...troubleOf(error)} />;
}
