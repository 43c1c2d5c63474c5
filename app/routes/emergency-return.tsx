import { Form, Link, redirect, useNavigation } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { People } from '#app/components/emergency/people.tsx';
import { refused } from '#app/emergency/switch.ts';
import { releaseOf } from '#app/emergency/view.ts';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { checkInTexts } from '#messages/en/check-in.ts';
import { emergencyAnswers } from '#messages/en/emergency-answers.ts';
import { returnPage } from '#messages/en/return-page.ts';
import { say } from '#messages/say.ts';
import { readEmergencyPage } from '#services/emergency/protocol-view.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/emergency-return.ts';

const HEADING = 'h-question';
const EMERGENCY = '/emergency';

export const meta: Route.MetaFunction = () => [{ title: say(returnPage.title) }];

/** Without a release this page leads back to the emergency page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { id, time_zone } = accountOf(context);
  const { release, protocol } = await fallbackToErrorPage(() => readEmergencyPage(contextOf(context), id));
  if (protocol.stage !== 'released') throw redirect(EMERGENCY);
  const { plan, customerId } = await subscriptionState(contextOf(context), id);
  return {
    contacts: releaseOf(protocol, release, time_zone)?.contacts ?? [],
    // A release ends the plan: nobody pays for a silent account.
    ended: plan === 'free' && customerId !== null ? say(emergencyAnswers.planEnded) : null,
  };
}

export async function action({ context }: Route.ActionArgs) {
  try {
    await returnToLife(contextOf(context), accountOf(context).id);
    return await redirectWithToast(EMERGENCY, toast('success', say(checkInTexts.recorded)));
  } catch (error) {
    return refused(context, error, say(checkInTexts.notRecorded));
  }
}

/** Shows what was opened and what would be taken back, and asks. */
export default function EmergencyReturn({ loaderData: { contacts, ended }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <QuestionPage name={say(returnPage.heading)} headingId={HEADING} toast={actionData?.toast}>
      <div className="inner stack-s">
        <h2 id={HEADING}>{say(returnPage.question)}</h2>
        <p>{say(contacts.length > 0 ? returnPage.takenBack : returnPage.nothingSent)}</p>
        {ended && <p>{ended}</p>}
        {contacts.length > 0 && <People people={contacts} />}
        {actionData && (
          <p className="error" role="alert">
            {actionData.problem}
          </p>
        )}
      </div>
      <Form className="acts" method="post">
        <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(returnPage.submit)}
        </button>
        <Link className="btn btn-quiet" to={EMERGENCY}>
          {say(returnPage.cancel)}
        </Link>
      </Form>
    </QuestionPage>
  );
}
