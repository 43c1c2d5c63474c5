import { Link } from 'react-router';
import { plainDate } from '#app/components/dates.ts';
import { PlanQuestion } from '#app/components/plan/plan-question.tsx';
import { withBilling } from '#app/http/billing.ts';
import { askedOrProblem, refusedPlan } from '#app/http/plan-question.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { lossWords } from '#app/plans/plan-words.ts';
import { OFFERS, PLANS } from '#domain/subscription/plan.ts';
import { paidPlanOf } from '#services/subscription/plan-of.ts';
import { setEnding } from '#services/subscription/set-ending.ts';
import type { Route } from './+types/profile-plan-cancel.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Cancel your plan · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return askedOrProblem(async () => {
    const { id, time_zone } = accountOf(context);
    const { planType, periodEndsAt } = await paidPlanOf(contextOf(context), id);
    const { plan } = OFFERS[planType];
    return { name: PLANS[plan].name, day: plainDate(periodEndsAt, time_zone), stays: lossWords(plan, 'free') };
  });
}

export async function action({ context }: Route.ActionArgs) {
  try {
    const { id } = accountOf(context);
    await withBilling(context, (billing) => setEnding(billing, id, true));
    return await redirectWithToast('/profile/plan', toast('success', 'Your plan ends with what you have paid for'));
  } catch (error) {
    return refusedPlan(context, error, 'Failed to cancel the plan');
  }
}

export default function ProfilePlanCancel({ loaderData: { asked, problem }, actionData }: Route.ComponentProps) {
  if (!asked)
    return (
      <PlanQuestion
        name="Cancel your plan"
        heading="There is nothing to cancel"
        reply={actionData}
        act={null}
        keep="Back"
      >
        <p>{problem}</p>
      </PlanQuestion>
    );
  return (
    <PlanQuestion
      name="Cancel your plan"
      heading={`End ${asked.name} on ${asked.day}?`}
      reply={actionData}
      act={{ label: `End it on ${asked.day}`, isDanger: true }}
      keep={`Keep ${asked.name}`}
    >
      <p>
        Until then everything is as it is, and nothing more is charged. You can change your mind until that day; then
        you are on Free.
      </p>
      {asked.stays && <p>{asked.stays}</p>}
      <p>
        Paid within the last 30 days? You can <Link to="/profile/plan/refund">end it now and have that back</Link>{' '}
        instead.
      </p>
    </PlanQuestion>
  );
}
