import { Link, redirect } from 'react-router';
import { PlanQuestion } from '#app/components/plan/plan-question.tsx';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { loadOrProblem, refusedPlan, withBilling } from '#app/plans/billing.ts';
import { lossWords } from '#app/plans/plan-words.ts';
import { AppError } from '#domain/errors.ts';
import { OFFERS, PLANS } from '#domain/subscription/plan.ts';
import { plainDate } from '#messages/dates.ts';
import { planQuestions, planReplies } from '#messages/en/plan-pages.ts';
import { say, sayRich } from '#messages/say.ts';
import { cancelPlan, resumePlan } from '#services/subscription/change-plan.ts';
import { requirePaidPlan } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/profile-plan-cancel.ts';

const PLAN = '/profile/plan';
const texts = planQuestions.cancel;

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

/** /profile/plan/cancel asks and cancels; /profile/plan/keep is the button that undoes the cancellation. */
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
    return await redirectWithToast(PLAN, toast('success', say(planReplies.cancelled)));
  } catch (error) {
    return refusedPlan(context, error, say(planReplies.notCancelled));
  }
}

async function resume(context: Provider, ownerId: string): Promise<Response> {
  try {
    await withBilling(context, (billing) => resumePlan(billing, ownerId));
    return await redirectWithToast(PLAN, toast('success', say(planReplies.resumed)));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError) return redirectWithToast(PLAN, toast('error', error.message));
    context.get(webDeps).log.error({ err: error }, 'a plan could not be resumed');
    return redirectWithToast(PLAN, toast('error', say(planReplies.notResumed)));
  }
}

export default function ProfilePlanCancel({ loaderData: { found, problem }, actionData }: Route.ComponentProps) {
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
  return (
    <PlanQuestion
      name={say(texts.name)}
      heading={say(texts.heading, { plan: found.name, day: found.day })}
      refusal={actionData}
      confirm={{ label: say(texts.confirm, { day: found.day }), isDanger: true }}
      cancelLabel={say(planQuestions.keep, { plan: found.name })}
    >
      <p>{say(texts.text)}</p>
      {found.stays && <p>{found.stays}</p>}
      <p>{sayRich(texts.refund, { link: (children) => <Link to="/profile/plan/refund">{children}</Link> })}</p>
    </PlanQuestion>
  );
}
