import { Form, Link, useNavigation } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { PausePart } from '#app/components/emergency/pause-part.tsx';
import { protocolOf, refused } from '#app/emergency/switch.ts';
import { fullDateOf, momentOf } from '#app/emergency/words.ts';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { pauseSchema } from '#domain/emergency/emergency.schema.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyAnswers } from '#messages/en/emergency-answers.ts';
import { pausePage } from '#messages/en/pause-page.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say } from '#messages/say.ts';
import { pauseProtocol } from '#services/emergency/change-settings.ts';
import type { Route } from './+types/emergency-pause.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HEADING = 'h-question';
const EMERGENCY = '/emergency';

export const meta: Route.MetaFunction = () => [{ title: say(pausePage.title) }];

/** Until when a pause of that many days would last, or what is wrong with the number. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { clock, now, pausedUntil, isRunning } = await protocolOf(context);
  const calendar = { ...clock, now: now.getTime() };
  const { data, error } = pauseSchema.safeParse(Object.fromEntries(url.searchParams));
  const typed = url.searchParams.get('days');
  const why = error?.issues[0] && sayFieldError(error.issues[0].message);
  return {
    days: data?.days ?? null,
    until: data && isRunning ? momentOf(calendar.now + data.days * calendar.day, calendar) : null,
    wrong: typed !== null && why ? { days: typed, why } : null,
    pausedUntil: pausedUntil && fullDateOf(pausedUntil.getTime(), calendar),
  };
}

/** Begins a pause. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  try {
    await pauseProtocol(contextOf(context), accountOf(context).id, daysIn(form));
    return await redirectWithToast(EMERGENCY, toast('success', say(emergencyAnswers.saved)));
  } catch (error) {
    return refused(context, error, say(emergencyAnswers.notSaved));
  }
}

function daysIn(form: FormData): number {
  const { data, error } = pauseSchema.safeParse(Object.fromEntries(form));
  if (!data) throw new AppError('validation-failed', sayFieldError(error.issues[0]?.message ?? ''));
  return data.days;
}

/** Says until when, and asks. */
export default function EmergencyPause({ loaderData, actionData }: Route.ComponentProps) {
  const { days, until, wrong, pausedUntil } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  const problem = actionData?.problem;
  return (
    <QuestionPage name={say(pausePage.heading)} headingId={until ? HEADING : 'h-pause'} toast={actionData?.toast}>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {until ? (
        <>
          <div className="inner stack-s">
            <h2 id={HEADING}>{say(pausePage.question, { until })}</h2>
            <p>{say(pausePage.text)}</p>
          </div>
          <Form className="acts" method="post">
            <input type="hidden" name="days" value={days ?? ''} />
            <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              {say(pausePage.submit)}
            </button>
            <Link className="btn btn-quiet" to={EMERGENCY}>
              {say(pausePage.cancel)}
            </Link>
          </Form>
        </>
      ) : (
        <PausePart pausedUntil={pausedUntil} refused={wrong} />
      )}
    </QuestionPage>
  );
}
