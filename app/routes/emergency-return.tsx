import { Form, Link, redirect, useNavigation } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { People } from '#app/components/emergency/people.tsx';
import { refused } from '#app/emergency/switch.ts';
import { releaseOf } from '#app/emergency/view.ts';
import { orErrorPage } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { readEmergencyPage } from '#services/emergency/protocol-view.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/emergency-return.ts';

const HEADING = 'h-question';
const EMERGENCY = '/emergency';
/** A release ends the plan: nobody pays for a silent account. */
const ENDED =
  'Your plan has ended, so that nothing was charged while you were silent. All that you have is as it was, and you can choose a plan again under Pricing.';

export const meta: Route.MetaFunction = () => [{ title: "I'm back · Stillhere" }];

/** Without a release this page leads back to the emergency page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { id, time_zone } = accountOf(context);
  const { release, protocol } = await orErrorPage(() => readEmergencyPage(contextOf(context), id));
  if (protocol.stage !== 'released') throw redirect(EMERGENCY);
  const { plan, customerId } = await subscriptionState(contextOf(context), id);
  return {
    contacts: releaseOf(protocol, release, time_zone)?.contacts ?? [],
    ended: plan === 'free' && customerId !== null ? ENDED : null,
  };
}

export async function action({ context }: Route.ActionArgs) {
  try {
    await returnToLife(contextOf(context), accountOf(context).id);
    return await redirectWithToast(EMERGENCY, toast('success', 'Check-in recorded!'));
  } catch (error) {
    return refused(context, error, 'Failed to record check-in');
  }
}

/** Shows what was opened and what would be taken back, and asks. */
export default function EmergencyReturn({ loaderData: { contacts, ended }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <QuestionPage name="I'm back" headingId={HEADING} toast={actionData?.toast}>
      <div className="inner stack-s">
        <h2 id={HEADING}>Welcome back</h2>
        <p>
          {contacts.length > 0
            ? 'What has not been opened is taken back, and its links open nothing any more. What was opened was read; that cannot be undone.'
            : 'Nothing was sent.'}{' '}
          Whoever was told hears that all is well, and the protocol begins again from now.
        </p>
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
          I'm back
        </button>
        <Link className="btn btn-quiet" to={EMERGENCY}>
          Not yet
        </Link>
      </Form>
    </QuestionPage>
  );
}
