import { Form, Link, useNavigation } from 'react-router';
import { Part } from '#app/components/emergency/part.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { usualSpan } from '#domain/emergency/rehearsal.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { plainDate } from '#messages/dates.ts';
import { rehearsalPage as texts } from '#messages/en/rehearsal.ts';
import { say } from '#messages/say.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { listRehearsals } from '#services/emergency/rehearsal-report.ts';
import { startRehearsal } from '#services/emergency/start-rehearsal.ts';
import type { Route } from './+types/emergency-rehearsal.ts';

const HERE = '/emergency/rehearsal';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { id, time_zone } = accountOf(context);
    const earlier = await listRehearsals(contextOf(context).em, id);
    return {
      lead: say(texts.lead, { minutes: usualSpan(dayOf(contextOf(context))) / MINUTE }),
      earlier: earlier.map((one) => ({
        id: one.id,
        words: say(texts.entry, { date: plainDate(one.began_at, time_zone), gaps: one.gaps }),
      })),
    };
  });
}

/** Begins a rehearsal, and leads to its report. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  try {
    const { id } = await startRehearsal(contextOf(context), accountOf(context).id, {});
    return await redirectWithToast(`${HERE}/${id}`, toast('success', say(texts.started)));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError) return redirectWithToast(HERE, toast('error', error.message));
    context.get(webDeps).log.error({ err: error }, 'a rehearsal could not be started');
    return redirectWithToast(HERE, toast('error', say(texts.notStarted)));
  }
}

/** What a rehearsal is, its one button, and the earlier ones. */
export default function EmergencyRehearsal({ loaderData: { data, toast: left } }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <main className="main wrap" id="main">
      <PageToast toast={left} />
      <div className="head stack-s">
        <p>
          <Link to="/emergency">{say(texts.back)}</Link>
        </p>
        <h1>{say(texts.heading)}</h1>
        {data && <p className="lead">{data.lead}</p>}
      </div>
      {data ? (
        <Form method="post" className="stack">
          <p>{say(texts.what)}</p>
          <div>
            <button className="btn btn-primary btn-big" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              {say(data.earlier.length > 0 ? texts.again : texts.start)}
            </button>
          </div>
        </Form>
      ) : (
        <NotLoaded />
      )}
      {data && data.earlier.length > 0 && (
        <Part id="earlier" name={say(texts.earlier)}>
          <ul className="body lines">
            {data.earlier.map(({ id, words }) => (
              <li key={id}>
                <Link to={`${HERE}/${id}`}>{words}</Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </main>
  );
}
