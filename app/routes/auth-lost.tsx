import { useLocation } from 'react-router';
import { finishSignIn } from '#app/accounts/finish-sign-in.ts';
import { retryAfter } from '#app/http/errors.ts';
import { invalidForm, parseForm, readForm, refusedForm } from '#app/http/form.ts';
import { contextOf, retryAfterContext } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { LostTrouble, StoppedWaitPage, StopWaitPage, WaitOverPage } from '#app/static-pages/lost-phone-pages.tsx';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { confirmByPasswordSchema } from '#domain/accounts/recovery.schema.ts';
import { AppError } from '#domain/errors.ts';
import { lostPhoneBanner as texts } from '#messages/en/lost-phone.ts';
import { say } from '#messages/say.ts';
import { findLostLink, signInAfterWait, stopLostWaitByLink } from '#services/accounts/lost-phone.ts';
import type { Route } from './+types/auth-lost.ts';

/** Asks before it does anything: mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, () => findLostLink(contextOf(context), params.secret));
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const services = contextOf(context);
    if ((await findLostLink(services, params.secret)) === 'stop') {
      await stopLostWaitByLink(services, params.secret);
      return 'stopped';
    }
    const submission = parseForm(await readForm(request), confirmByPasswordSchema);
    if (submission.status !== 'success') return invalidForm(submission);
    try {
      const device = await deviceOf(context, request);
      const entered = await signInAfterWait(services, params.secret, submission.value.password, device);
      return await finishSignIn(context, entered, '/profile/security', say(texts.done));
    } catch (error) {
      // A link that no longer works has a page of its own; what was typed has the form again.
      if (!(error instanceof AppError) || ['gone', 'not-found'].includes(error.code)) throw error;
      context.set(retryAfterContext, retryAfter(error));
      return refusedForm(submission, error);
    }
  });
}

export default function Lost({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  if (actionData === 'stopped') return <StoppedWaitPage />;
  if (actionData) return <WaitOverPage path={pathname} result={actionData.result} />;
  if (loaderData === 'stop') return <StopWaitPage path={pathname} />;
  return loaderData && <WaitOverPage path={pathname} result={null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LostTrouble {...troubleOf(error)} />;
}
