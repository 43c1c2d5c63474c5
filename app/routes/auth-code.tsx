import { data } from 'react-router';
import { finishSignIn } from '#app/accounts/finish-sign-in.ts';
import { endSecondStep, secondStepPath, secondStepSecret } from '#app/accounts/second-step.ts';
import { retryAfter } from '#app/http/errors.ts';
import { invalidForm, parseForm, readForm, refusedForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, type Provider, retryAfterContext } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { AccountTrouble } from '#app/static-pages/account-pages.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { CheckedInPage, SecondStepPage } from '#app/static-pages/second-step-page.tsx';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { secondStepSchema } from '#domain/accounts/codes.schema.ts';
import { AppError } from '#domain/errors.ts';
import { authToasts } from '#messages/en/auth.ts';
import { secondStep as texts } from '#messages/en/second-step.ts';
import { say } from '#messages/say.ts';
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
      return form.get('intent') === 'check-in' ? checkIn(context, secret, url) : enter(args, secret, form);
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

async function checkIn(context: Provider, secret: string, url: URL) {
  const path = secondStepPath(wantedOf(url));
  try {
    await checkInBySecondStep(contextOf(context), secret);
    return { checkedIn: true, isReleased: false, path };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    return { checkedIn: false, isReleased: true, path };
  }
}

/** Works with the secret of the second step; where there is none, or it has ended, the first step comes again. */
async function orFirstStep<T>(
  { request, context, url }: Pick<Route.LoaderArgs, 'request' | 'context' | 'url'>,
  work: (secret: string) => Promise<T>,
): Promise<T | Response> {
  const secret = await secondStepSecret(context, request);
  try {
    if (secret) return await work(secret);
  } catch (error) {
    if (!(error instanceof AppError && hasEnded(error))) throw error;
  }
  const wanted = wantedOf(url);
  const address = wanted ? `/auth?${new URLSearchParams({ to: wanted })}` : '/auth';
  return redirectWithToast(address, toast('info', say(texts.ended)));
}

/** A second step that was never begun here has ended, too. */
function hasEnded({ code }: AppError): boolean {
  return code === 'gone' || code === 'not-found';
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
