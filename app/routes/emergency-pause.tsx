import { Link } from 'react-router';
import { PauseForms } from '#app/components/emergency/pause-section.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { pauseSchema } from '#domain/emergency/emergency.schema.ts';
import { emergencyProspect } from '#services/emergency/overview.ts';
import { endPause, pauseProtocol } from '#services/emergency/pause.ts';
import type { Route } from './+types/emergency-pause.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Pause · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, () => emergencyProspect(contextOf(context), accountOf(context).id));
}

/** Begins a pause, or ends the one that there is. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const isEnd = form.has('end');
  if (isEnd) form.set('days', '1');
  const submission = parseForm(form, pauseSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const { id } = accountOf(context);
    if (isEnd) await endPause(contextOf(context), id);
    else await pauseProtocol(contextOf(context), id, submission.value.days);
    return await redirectWithToast('/emergency', toast('success', 'Settings updated!'));
  } catch (error) {
    return failedForm(context, submission, error, 'Failed to update settings');
  }
}

/** The pause alone: where its form comes back to when something is wrong with it. */
export default function EmergencyPause({ loaderData, actionData }: Route.ComponentProps) {
  const { data: prospect, toast: words, time_zone } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      <div className="create">
        <div className="head stack-s">
          <h1>Pause</h1>
          <p className="lead">For a journey without a connection. Silence counts from the end of the pause on.</p>
        </div>
        <div className="stack">
          {prospect ? (
            <PauseForms
              pausedUntil={prospect.pausedUntil}
              calendar={{ timeZone: time_zone, now: prospect.course.now, day: prospect.course.day }}
              result={actionData?.result}
            />
          ) : (
            <NotLoaded />
          )}
          <p>
            <Link to="/emergency">Back to the emergency protocol</Link>
          </p>
        </div>
      </div>
    </main>
  );
}
