import { Link, redirect } from 'react-router';
import { plainDate } from '#app/components/dates.ts';
import { PlanQuestion } from '#app/components/plan/plan-question.tsx';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { loadOrProblem, refusedPlan, withBilling } from '#app/plans/billing.ts';
import { lossWords } from '#app/plans/plan-words.ts';
import { AppError } from '#domain/errors.ts';
import { OFFERS, PLANS } from '#domain/subscription/plan.ts';
import { cancelPlan, resumePlan } from '#services/subscription/change-plan.ts';
import { requirePaidPlan } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/profile-plan-cancel.ts';

const PLAN = '/profile/plan';

export const meta: Route.MetaFunction = () => [{ title: 'Cancel your plan · Stillhere' }];

/** /profile/plan/cancel asks and cancels; /profile/plan/keep is the button that takes the cancellation back. */
function isResume({ pattern }: { pattern: string }): boolean {
  return pattern.endsWith('/keep');
}

export function loader(args: Route.LoaderArgs) {
  if (isResume(args)) throw redirect(PLAN);
  const { context } = args;
  return loadOrProblem(async () => {
    const { id, time_zone } = accountOf(context);
    const { planType, periodEndsAt } = await requirePaidPlan(contextOf(context), id);
    const { plan } = OFFERS[planType];
    return { name: PLANS[plan].name, day: plainDate(periodEndsAt, time_zone), stays: lossWords(plan, 'free') };
  });
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const { id } = accountOf(context);
  if (isResume(args)) return resume(context, id);
  try {
    await withBilling(context, (billing) => cancelPlan(billing, id));
    return await redirectWithToast(PLAN, toast('success', 'Your plan ends with what you have paid for'));
  } catch (error) {
    return refusedPlan(context, error, 'Failed to cancel the plan');
  }
}

async function resume(context: Provider, ownerId: string): Promise<Response> {
  try {
    await withBilling(context, (billing) => resumePlan(billing, ownerId));
    return await redirectWithToast(PLAN, toast('success', 'Your plan goes on'));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError) return redirectWithToast(PLAN, toast('error', error.message));
    context.get(webParts).log.error({ err: error }, 'a plan could not be resumed');
    return redirectWithToast(PLAN, toast('error', 'Failed to keep the plan'));
  }
}

export default function ProfilePlanCancel({ loaderData: { found, problem }, actionData }: Route.ComponentProps) {
  if (!found)
    return (
      <PlanQuestion
        name="Cancel your plan"
        heading="There is nothing to cancel"
        refusal={actionData}
        confirm={null}
        cancelLabel="Back"
      >
        <p>{problem}</p>
      </PlanQuestion>
    );
  return (
    <PlanQuestion
      name="Cancel your plan"
      heading={`End ${found.name} on ${found.day}?`}
      refusal={actionData}
      confirm={{ label: `End it on ${found.day}`, isDanger: true }}
      cancelLabel={`Keep ${found.name}`}
    >
      <p>
        Until then everything is as it is, and nothing more is charged. You can change your mind until that day; then
        you are on Free.
      </p>
      {found.stays && <p>{found.stays}</p>}
      <p>
        Paid within the last 30 days? You can <Link to="/profile/plan/refund">end it now and have that back</Link>{' '}
        instead.
      </p>
    </PlanQuestion>
  );
}
