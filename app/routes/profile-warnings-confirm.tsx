import { Link } from 'react-router';
import { PageToast } from '#app/components/toasts.tsx';
import { CodeForm } from '#app/components/warnings/channels.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { warningCodeSchema } from '#domain/emergency/warning-channels.schema.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { warningsPage } from '#messages/en/warnings-page.ts';
import { say } from '#messages/say.ts';
import { confirmWarningChannel } from '#services/emergency/warning-codes.ts';
import type { Route } from './+types/profile-warnings-confirm.ts';

const texts = warningsPage.confirmPage;
const CHANNELS = '/profile/warnings';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => null);
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), warningCodeSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await confirmWarningChannel(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast(CHANNELS, toast('success', say(profileAnswers.channelConfirmed)));
  } catch (error) {
    return failedForm(context, submission, error, say(profileAnswers.notSaved));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

/** The form for a code alone: those beside the channels post here, and this page says what is wrong with it. */
export default function ProfileWarningsConfirm({ loaderData: { toast: left }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.lead)}</p>
        </div>
        <div className="stack">
          <CodeForm id="code" to={null} result={actionData?.result} />
          <p>
            <Link to={CHANNELS}>{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}
