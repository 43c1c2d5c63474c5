import { data, redirect } from 'react-router';
import { PlanQuestion } from '#app/components/plan/plan-question.tsx';
import { withBilling } from '#app/http/billing.ts';
import { readForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { askedOrProblem, refusedPlan } from '#app/http/plan-question.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf } from '#app/middleware/context.ts';
import { switchWords } from '#app/plans/switch-words.ts';
import { AppError } from '#domain/errors.ts';
import { isPlanType, OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { switchSchema } from '#domain/subscription/subscription.schema.ts';
import { previewSwitch, switchPlan } from '#services/subscription/switch-plan.ts';
import type { Route } from './+types/profile-plan-switch.ts';

const HERE = '/profile/plan';

export const meta: Route.MetaFunction = () => [{ title: 'Change your plan · Stillhere' }];

/** Also after a refusal: what it costs is then shown anew. */
export function shouldRevalidate() {
  return true;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { planType, back } = wantedIn(url);
  const found = await askedOrProblem(async () => {
    const { id, time_zone } = accountOf(context);
    const { paid, preview } = await withBilling(context, (billing) => previewSwitch(billing, id, planType));
    return switchWords(paid, planType, preview, time_zone);
  });
  return data({ ...found.data, back }, found.init ?? {});
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { planType, back } = wantedIn(url);
  const form = await readForm(request);
  try {
    const { id } = accountOf(context);
    const asked = switchSchema.safeParse(Object.fromEntries(form)).data;
    if (!asked) throw new AppError('validation-failed', 'What this costs was not worked out yet. Here it is.');
    await withBilling(context, (billing) => switchPlan(billing, id, planType, asked.at));
    return await redirectWithToast(back, toast('success', `You are on ${PLANS[OFFERS[planType].plan].name} now`));
  } catch (error) {
    return refusedPlan(context, error, 'Failed to change the plan');
  }
}

/**
 * @returns the offer, and the page that one goes back to, with it or without
 * @throws a redirect to the plan for an address that names no offer
 */
function wantedIn({ searchParams }: URL): { planType: PlanType; back: string } {
  const planType = searchParams.get('plan_type');
  if (!isPlanType(planType)) throw redirect(HERE);
  return { planType, back: ownPath(searchParams.get('to')) ?? HERE };
}

export default function ProfilePlanSwitch({ loaderData: { asked, problem, back }, actionData }: Route.ComponentProps) {
  if (!asked)
    return (
      <PlanQuestion
        name="Change your plan"
        heading="The plan cannot be changed just now"
        reply={actionData}
        act={null}
        keep="Back"
        keepTo={back}
      >
        {problem !== actionData?.problem && <p>{problem}</p>}
      </PlanQuestion>
    );
  return (
    <PlanQuestion
      name="Change your plan"
      heading={`Change to ${asked.wanted}?`}
      reply={actionData}
      act={{ label: asked.button, isDanger: false, fields: { at: asked.at } }}
      keep={`Keep ${asked.current}`}
      keepTo={back}
    >
      <dl className="bill">
        {asked.facts.map(({ term, text, isSum }) => (
          <div key={term} className={isSum ? 'sum' : undefined}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {asked.stays && <p>{asked.stays}</p>}
    </PlanQuestion>
  );
}
