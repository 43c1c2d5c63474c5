import { useLocation } from 'react-router';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { contextOf } from '#app/middleware/context.ts';
import { AccountTrouble, ForgotPage, ForgotSentPage } from '#app/static-pages/account-pages.tsx';
import { answerForm } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { forgotSchema } from '#domain/accounts/recovery.schema.ts';
import { requestPasswordReset } from '#services/accounts/change-password.ts';
import type { Route } from './+types/auth-forgot.ts';

/** Mails a link for a new password. The answer is the same whether or not there is such an account. */
export function action({ request, context }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const submission = parseForm(await readForm(request), forgotSchema);
    if (submission.status !== 'success') return invalidForm(submission);
    await requestPasswordReset(contextOf(context), submission.value.email);
    return 'sent';
  });
}

export default function Forgot({ actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  if (actionData === 'sent') return <ForgotSentPage />;
  return <ForgotPage path={pathname} result={actionData?.result ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountTrouble {...troubleOf(error)} />;
}
