import { useLocation } from 'react-router';
import { invalidForm, parseForm, readForm, refusedForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf } from '#app/middleware/context.ts';
import { deviceOf, knowDevice } from '#app/middleware/known-device.ts';
import { AccountTrouble, ResetPage } from '#app/static-pages/account-pages.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { resetSchema } from '#domain/accounts/recovery.schema.ts';
import { AppError } from '#domain/errors.ts';
import { accountLinks } from '#messages/en/account-links.ts';
import { say } from '#messages/say.ts';
import { checkResetLink, resetPassword } from '#services/accounts/change-password.ts';
import { rememberDevice } from '#services/accounts/known-device.ts';
import type { Route } from './+types/auth-reset.ts';

/** Refuses a link that cannot be used. Looking at a link does not use it up. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, () => checkResetLink(contextOf(context), params.secret));
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const submission = parseForm(await readForm(request), resetSchema);
    if (submission.status !== 'success') return invalidForm(submission);
    let userId: string;
    try {
      userId = await resetPassword(contextOf(context), params.secret, submission.value.password);
    } catch (error) {
      if (!(error instanceof AppError) || error.fields.length === 0) throw error;
      return refusedForm(submission, error);
    }
    // The owner can then sign in while someone in the same network guesses passwords.
    const proof = await rememberDevice(contextOf(context), userId, await deviceOf(context, request));
    const known = await knowDevice(context, proof);
    return redirectWithToast('/auth', toast('success', say(accountLinks.reset.done)), [['set-cookie', known]]);
  });
}

export default function Reset({ actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return <ResetPage path={pathname} result={actionData?.result ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountTrouble {...troubleOf(error)} />;
}
