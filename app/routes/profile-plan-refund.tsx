import { plainDate } from '#app/components/dates.ts';
import { PlanQuestion } from '#app/components/plan/plan-question.tsx';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { loadOrProblem, refusedPlan, withBilling } from '#app/plans/billing.ts';
import { lossWords } from '#app/plans/plan-words.ts';
import { dollars, OFFERS, PLANS } from '#domain/subscription/plan.ts';
import { cancelAndRefund, findRefundable, leftToRefund } from '#services/subscription/payments.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/profile-plan-refund.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Cancel and refund · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return loadOrProblem(async () => {
    const { id, time_zone } = accountOf(context);
    const { paid, invoice } = await withBilling(context, (billing) => findRefundable(billing, id));
    const { plan } = OFFERS[paid.planType];
    return {
      name: PLANS[plan].name,
      day: plainDate(invoice.at, time_zone),
      amount: leftToRefund(invoice) > 0 ? dollars(leftToRefund(invoice)) : null,
      credit: invoice.credited > 0 ? dollars(invoice.credited) : null,
      stays: lossWords(plan, 'free'),
    };
  });
}

export async function action({ context }: Route.ActionArgs) {
  try {
    const { id } = accountOf(context);
    // The second press of the button.
    if ((await subscriptionState(contextOf(context), id)).plan === 'free')
      return await redirectWithToast('/profile/plan', toast('info', 'You are already on the free plan'));
    const cents = await withBilling(context, (billing) => cancelAndRefund(billing, id));
    const words = `Your plan has ended, and ${dollars(cents)} is on its way back`;
    return await redirectWithToast('/profile/plan', toast('success', words));
  } catch (error) {
    return refusedPlan(context, error, 'Failed to cancel the plan');
  }
}

export default function ProfilePlanRefund({ loaderData: { found, problem }, actionData }: Route.ComponentProps) {
  if (!found)
    return (
      <PlanQuestion
        name="Cancel and refund"
        heading="Nothing can be given back"
        refusal={actionData}
        confirm={null}
        cancelLabel="Back"
      >
        <p>{problem}</p>
      </PlanQuestion>
    );
  const { name, day, amount, credit, stays } = found;
  return (
    <PlanQuestion
      name="Cancel and refund"
      heading={amount ? `End ${name} now and have ${amount} back?` : `End ${name} now?`}
      refusal={actionData}
      confirm={{ label: amount ? `End it and give ${amount} back` : 'End it now', isDanger: true }}
      cancelLabel={`Keep ${name}`}
    >
      {amount ? (
        <p>
          {amount} of what you paid on {day} goes back to where it came from; banks take five to ten days. We mail you a
          receipt. What you paid before that is not given back.
          {credit && ` ${credit} became credit when you changed the plan, and stays yours for what you choose next.`}
        </p>
      ) : (
        <p>What you paid on {day} was given back already. The plan that it was for ends with it.</p>
      )}
      <p>The plan ends at once, and you are on Free.</p>
      {stays && <p>{stays}</p>}
    </PlanQuestion>
  );
}
