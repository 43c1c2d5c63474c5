import { data, redirect } from 'react-router';
import { PlanQuestion } from '#app/components/plan/plan-question.tsx';
import { readForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf } from '#app/middleware/context.ts';
import { loadOrProblem, refusedPlan, withBilling } from '#app/plans/billing.ts';
import { switchWords } from '#app/plans/plan-words.ts';
import { AppError } from '#domain/errors.ts';
import { isPlanType, OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { switchSchema } from '#domain/subscription/subscription.schema.ts';
import { planQuestions, planReplies } from '#messages/en/plan-pages.ts';
import { say } from '#messages/say.ts';
import { previewSwitch, switchPlan } from '#services/subscription/change-plan.ts';
import type { Route } from './+types/profile-plan-switch.ts';

const PLAN = '/profile/plan';
const texts = planQuestions.change;

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

/** Also after a refusal: the page then shows the current price. */
export function shouldRevalidate() {
  return true;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { planType, back } = wantedIn(url);
  const answer = await loadOrProblem(async () => {
    const { id, time_zone } = accountOf(context);
    const { paid, preview } = await withBilling(context, (billing) => previewSwitch(billing, id, planType));
    return switchWords(paid, planType, preview, time_zone);
  });
  return data({ ...answer.data, back }, answer.init ?? {});
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { planType, back } = wantedIn(url);
  const form = await readForm(request);
  try {
    const { id } = accountOf(context);
    const consent = switchSchema.safeParse(Object.fromEntries(form)).data;
    if (!consent) throw new AppError('validation-failed', say(planReplies.noPreview));
    await withBilling(context, (billing) => switchPlan(billing, id, planType, consent.at));
    const plan = PLANS[OFFERS[planType].plan].name;
    return await redirectWithToast(back, toast('success', say(planReplies.changed, { plan })));
  } catch (error) {
    return refusedPlan(context, error, say(planReplies.notChanged));
  }
}

/**
 * @returns the offer, and our page to continue on
 * @throws a redirect to /profile/plan for an address that names no offer
 */
function wantedIn({ searchParams }: URL): { planType: PlanType; back: string } {
  const planType = searchParams.get('plan_type');
  if (!isPlanType(planType)) throw redirect(PLAN);
  return { planType, back: ownPath(searchParams.get('to')) ?? PLAN };
}

export default function ProfilePlanSwitch({ loaderData: { found, problem, back }, actionData }: Route.ComponentProps) {
  if (!found)
    return (
      <PlanQuestion
        name={say(texts.name)}
        heading={say(texts.impossible)}
        refusal={actionData}
        confirm={null}
        cancelLabel={say(planQuestions.back)}
        cancelHref={back}
      >
        {problem !== actionData?.problem && <p>{problem}</p>}
      </PlanQuestion>
    );
  return (
    <PlanQuestion
      name={say(texts.name)}
      heading={say(texts.heading, { offer: found.wanted })}
      refusal={actionData}
      confirm={{ label: found.button, isDanger: false, fields: { at: found.at } }}
      cancelLabel={say(planQuestions.keep, { plan: found.current })}
      cancelHref={back}
    >
      <dl className="bill">
        {found.facts.map(({ term, text, isSum }) => (
          <div key={term} className={isSum ? 'sum' : undefined}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>{found.until}</p>
      {found.stays && <p>{found.stays}</p>}
    </PlanQuestion>
  );
}
