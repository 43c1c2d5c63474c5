import { orFirstStep, secondStepPath } from '#app/accounts/second-step.ts';
import { ownPath } from '#app/http/own-path.ts';
import { contextOf } from '#app/middleware/context.ts';
import { AccountTrouble } from '#app/static-pages/account-pages.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { LostPhonePage } from '#app/static-pages/lost-phone-pages.tsx';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { beginLostWait, lostWaitBySecondStep } from '#services/accounts/lost-phone.ts';
import type { Route } from './+types/auth-code-lost.ts';

/** Says what a person can do who has neither their phone nor a recovery code. It needs the first step of a sign-in. */
export function loader(args: Route.LoaderArgs) {
  return showPage(args.context, () =>
    orFirstStep(args, async (secret) => ({
      ...pathsOf(args.url),
      wait: await lostWaitBySecondStep(contextOf(args.context), secret),
    })),
  );
}

export function action(args: Route.ActionArgs) {
  return answerForm(args.context, () =>
    orFirstStep(args, async (secret) => ({
      ...pathsOf(args.url),
      wait: await beginLostWait(contextOf(args.context), secret),
    })),
  );
}

function pathsOf({ pathname, search, searchParams }: URL) {
  return { path: pathname + search, back: secondStepPath(ownPath(searchParams.get('to'))) };
}

export default function LostPhone({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData ?? loaderData;
  return shown && <LostPhonePage {...shown} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountTrouble {...troubleOf(error)} />;
}
