import { Link } from 'react-router';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { ChannelList, ChannelsForm, TestForm } from '#app/components/warnings/channels.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { warningChannelsFormSchema } from '#domain/emergency/warning-channels.schema.ts';
import { PHONE_CHANNELS } from '#domain/emergency/warning-channels.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { warningsPage as texts } from '#messages/en/warnings-page.ts';
import { say } from '#messages/say.ts';
import { countryOfZone } from '#services/deliveries/phone.ts';
import { changeWarningChannels } from '#services/emergency/change-warning-channels.ts';
import { readWarningChannels } from '#services/emergency/read-warning-channels.ts';
import type { Route } from './+types/profile-warnings.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HERE = '/profile/warnings';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { id, email } = accountOf(context);
    const { em, warningPhones = PHONE_CHANNELS } = contextOf(context);
    return { email, offered: warningPhones, channels: await readWarningChannels(em, id) };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), warningChannelsFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const { id, time_zone } = accountOf(context);
    const country = countryOfZone(time_zone);
    const channels = await changeWarningChannels(contextOf(context), id, submission.value, country);
    const isConfirmed = Object.values(channels).every((channel) => channel === null || channel.confirmed_at !== null);
    const words = isConfirmed ? profileAnswers.channelsSaved : profileAnswers.codeSent;
    return await redirectWithToast(HERE, toast('success', say(words)));
  } catch (error) {
    return failedForm(context, submission, error, say(profileAnswers.notSaved));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ProfileWarnings({
  loaderData: { data, toast: left, time_zone },
  actionData,
}: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          {data && <p className="lead">{say(texts.lead, { email: data.email })}</p>}
        </div>
        <div className="stack">
          {data ? (
            <>
              <ChannelsForm channels={data.channels} offered={data.offered} result={actionData?.result} />
              <h2>{say(texts.channels)}</h2>
              <ChannelList channels={data.channels} timeZone={time_zone} />
              <TestForm />
            </>
          ) : (
            <NotLoaded />
          )}
          <p>
            <Link to="/profile/notifications">{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}
