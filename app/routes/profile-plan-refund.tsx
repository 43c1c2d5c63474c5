import { titleOf } from '#app/components/delivery/item.tsx';
import { PlanQuestion } from '#app/components/plan/plan-question.tsx';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { loadOrProblem, refusedPlan, withBilling } from '#app/plans/billing.ts';
import { lossWords } from '#app/plans/plan-words.ts';
import { dollars, OFFERS, PLANS } from '#domain/subscription/plan.ts';
import { fullDateTime, plainDate } from '#messages/dates.ts';
import { planQuestions, planReplies } from '#messages/en/plan-pages.ts';
import { pricing } from '#messages/en/pricing.ts';
import { profileDelete } from '#messages/en/profile-delete.ts';
import { say } from '#messages/say.ts';
import { previewRefund, refundAndTakeBack } from '#services/deliveries/take-back.ts';
import { leftToRefund } from '#services/subscription/payments.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/profile-plan-refund.ts';

const texts = planQuestions.refund;

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadOrProblem(async () => {
    const { id, time_zone } = accountOf(context);
    const { paid, invoice, takenBack, shown } = await withBilling(context, (billing) => previewRefund(billing, id));
    const { plan } = OFFERS[paid.planType];
    return {
      name: PLANS[plan].name,
      day: plainDate(invoice.at, time_zone),
      amount: leftToRefund(invoice) > 0 ? dollars(leftToRefund(invoice)) : null,
      credit: invoice.credited > 0 ? dollars(invoice.credited) : null,
      stays: lossWords(plan, 'free'),
      takenBack: shown.map((delivery) => ({
        id: delivery.id,
        text: say(profileDelete.delivery, {
          title: titleOf(delivery),
          recipient: delivery.recipient_name || delivery.recipient_email,
          date: fullDateTime(delivery.scheduled_time, time_zone),
        }),
      })),
      others: takenBack.length - shown.length,
    };
  });
}

export async function action({ context }: Route.ActionArgs) {
  try {
    const { id } = accountOf(context);
    // The second press of the button.
    if ((await subscriptionState(contextOf(context), id)).plan === 'free')
      return await redirectWithToast('/profile/plan', toast('info', say(pricing.alreadyFree)));
    const cents = await withBilling(context, (billing) => refundAndTakeBack(billing, id));
    const done = toast('success', say(planReplies.refunded, { amount: dollars(cents) }));
    return await redirectWithToast('/profile/plan', done);
  } catch (error) {
    return refusedPlan(context, error, say(planReplies.notCancelled));
  }
}

export default function ProfilePlanRefund({ loaderData: { found, problem }, actionData }: Route.ComponentProps) {
  if (!found)
    return (
      <PlanQuestion
        name={say(texts.name)}
        heading={say(texts.impossible)}
        refusal={actionData}
        confirm={null}
        cancelLabel={say(planQuestions.back)}
      >
        <p>{problem}</p>
      </PlanQuestion>
    );
  const { name: plan, day, amount, credit, stays, takenBack, others } = found;
  return (
    <PlanQuestion
      name={say(texts.name)}
      heading={amount ? say(texts.heading, { plan, amount }) : say(texts.headingWithoutRefund, { plan })}
      refusal={actionData}
      confirm={{ label: amount ? say(texts.confirm, { amount }) : say(texts.confirmWithoutRefund), isDanger: true }}
      cancelLabel={say(planQuestions.keep, { plan })}
    >
      <p>{refundText({ day, amount, credit })}</p>
      <p>{say(texts.ends)}</p>
      {stays && <p>{stays}</p>}
      {takenBack.length > 0 && <TakenBack takenBack={takenBack} others={others} />}
    </PlanQuestion>
  );
}

/** `others`: how many more there are. */
function TakenBack({ takenBack, others }: { takenBack: readonly { id: string; text: string }[]; others: number }) {
  return (
    <>
      <p>
        <strong>{say(texts.takenBack)}</strong>
      </p>
      <ul className="carriers stack-s">
        {takenBack.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        {others > 0 && <li>{say(texts.others, { count: others })}</li>}
      </ul>
    </>
  );
}

function refundText({ day, amount, credit }: { day: string; amount: string | null; credit: string | null }): string {
  if (!amount) return say(texts.textWithoutRefund, { day });
  return credit ? say(texts.textWithCredit, { amount, day, credit }) : say(texts.text, { amount, day });
}
