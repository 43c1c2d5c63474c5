import { data } from 'react-router';
import { finishSignIn } from '#app/accounts/finish-sign-in.ts';
import { endSecondStep, hasEnded, orFirstStep, secondStepPath } from '#app/accounts/second-step.ts';
import { retryAfter } from '#app/http/errors.ts';
import { invalidForm, parseForm, readForm, refusedForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { contextOf, retryAfterContext } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { AccountTrouble } from '#app/static-pages/account-pages.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { CHECK_IN_BY_PASSWORD, CheckedInPage, SecondStepPage } from '#app/static-pages/second-step-page.tsx';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { secondStepSchema } from '#domain/accounts/codes.schema.ts';
import { passwordCheckInSchema } from '#domain/accounts/duress.schema.ts';
import { AppError } from '#domain/errors.ts';
import { authToasts } from '#messages/en/auth.ts';
import { say } from '#messages/say.ts';
import { checkInBySecondStepAndPassword } from '#services/accounts/check-in-by-password.ts';
import { checkInBySecondStep, checkSecondStep, takeSecondStep } from '#services/accounts/second-step.ts';
import type { Route } from './+types/auth-code.ts';

/** Asks for the code of a sign-in whose first step was right. Without such a sign-in it leads to the first step. */
export function loader({ request, context, url }: Route.LoaderArgs) {
  return showPage(context, () =>
    orFirstStep({ request, context, url }, async (secret) => {
      await checkSecondStep(contextOf(context), secret);
      return { path: secondStepPath(wantedOf(url)), isRecovery: url.searchParams.has('recovery') };
    }),
  );
}

export function action(args: Route.ActionArgs) {
  const { request, context, url } = args;
  return answerForm(context, () =>
    orFirstStep(args, async (secret) => {
      const form = await readForm(request);
      switch (form.get('intent')) {
        case 'check-in':
          return checkedIn(url, checkInBySecondStep(contextOf(context), secret));
        case CHECK_IN_BY_PASSWORD:
          return checkInByPassword(args, secret, form);
        default:
          return enter(args, secret, form);
      }
    }),
  );
}

async function enter({ request, context, url }: Route.ActionArgs, secret: string, form: FormData) {
  const submission = parseForm(form, secondStepSchema);
  const again = ({ data: { result }, init }: ReturnType<typeof invalidForm>) =>
    data({ result, path: secondStepPath(wantedOf(url)), isRecovery: url.searchParams.has('recovery') }, init ?? {});
  if (submission.status !== 'success') return again(invalidForm(submission));
  try {
    const device = await deviceOf(context, request);
    const entered = await takeSecondStep(contextOf(context), secret, submission.value.code, device);
    const end: [string, string] = ['set-cookie', await endSecondStep(context)];
    return await finishSignIn(context, entered, wantedOf(url), say(authToasts.signedIn), [end]);
  } catch (error) {
    if (!(error instanceof AppError) || hasEnded(error)) throw error;
    context.set(retryAfterContext, retryAfter(error));
    return again(refusedForm(submission, error));
  }
}

async function checkInByPassword({ context, url }: Route.ActionArgs, secret: string, form: FormData) {
  const submission = parseForm(form, passwordCheckInSchema);
  const again = ({ data: { result }, init }: ReturnType<typeof invalidForm>) =>
    data({ result: null, wrong: result, path: secondStepPath(wantedOf(url)), isRecovery: false }, init ?? {});
  if (submission.status !== 'success') return again(invalidForm(submission));
  const { password } = submission.value;
  try {
    return await checkedIn(url, checkInBySecondStepAndPassword(contextOf(context), secret, password));
  } catch (error) {
    if (!(error instanceof AppError) || hasEnded(error)) throw error;
    context.set(retryAfterContext, retryAfter(error));
    return again(refusedForm(submission, error));
  }
}

/** @param checkIn conflict after the release */
async function checkedIn(url: URL, checkIn: Promise<unknown>) {
  const path = secondStepPath(wantedOf(url));
  try {
    await checkIn;
    return { checkedIn: true, isReleased: false, path };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    return { checkedIn: false, isReleased: true, path };
  }
}

function wantedOf(url: URL): string | null {
  return ownPath(url.searchParams.get('to'));
}

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData && 'isReleased' in actionData) return <CheckedInPage {...actionData} />;
  if (actionData) return <SecondStepPage {...actionData} />;
  return loaderData && <SecondStepPage {...loaderData} result={null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountTrouble {...troubleOf(error)} />;
}
