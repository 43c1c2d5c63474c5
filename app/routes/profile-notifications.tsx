import { Link } from 'react-router';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { AlwaysSent, NotificationsForm } from '#app/components/profile/notifications.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { notificationsFormSchema } from '#domain/accounts/notifications.schema.ts';
import { notifications as texts } from '#messages/en/notifications.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { warningsLink } from '#messages/en/warnings-link.ts';
import { say } from '#messages/say.ts';
import { changeMailChoices, readMailChoices } from '#services/notices/mail-choices.ts';
import type { Route } from './+types/profile-notifications.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, () => readMailChoices(contextOf(context).em, accountOf(context).id));
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), notificationsFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await changeMailChoices(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast('/profile', toast('success', say(profileAnswers.notificationsSaved)));
  } catch (error) {
    return failedForm(context, submission, error, say(profileAnswers.notSaved));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

/** The choices alone: the profile's form posts here, and mails lead here. */
export default function ProfileNotifications({
  loaderData: { data: choices, toast: left },
  actionData,
}: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.purpose)}</p>
        </div>
        <div className="stack">
          {choices ? <NotificationsForm choices={choices} result={actionData?.result} /> : <NotLoaded />}
          <AlwaysSent />
          <p>
            <Link to="/profile/warnings">{say(warningsLink.label)}</Link>
          </p>
          <p>
            <Link to="/profile">{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}
