import { redirect } from 'react-router';
import { askToSignIn } from '#app/http/ask-to-sign-in.ts';
import { withBilling } from '#app/http/billing.ts';
import { readForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, visitContext, webParts } from '#app/middleware/context.ts';
import { leadAway } from '#app/plain/lead-away.ts';
import { pricingAddress, switchAddress } from '#app/plans/addresses.ts';
import { AppError } from '#domain/errors.ts';
import { OFFERS, type PlanType } from '#domain/subscription/plan.ts';
import { planTypeSchema } from '#domain/subscription/subscription.schema.ts';
import { beginSubscription } from '#services/subscription/begin-subscription.ts';
import { planOf } from '#services/subscription/plan-of.ts';
import type { Route } from './+types/pricing-subscribe.ts';

/** spec.md section 8. */
const FAILURE = 'Failed to create subscription';

/** For a browser that loads the address of the form again. */
export function loader(): Response {
  return redirect('/pricing');
}

/** Begins to subscribe to the chosen plan. Before the payment nothing changes, and nothing is owed. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const form = await readForm(request);
  const to = ownPath(`${form.get('to') ?? ''}`);
  const { plan_type } = planTypeSchema.safeParse(Object.fromEntries(form)).data ?? {};
  const back = pricingAddress({ to, interval: plan_type && OFFERS[plan_type].interval });
  const isFree = form.get('plan_type') === 'free';
  if (context.get(visitContext) === 'visitor') {
    // Every account begins on Free.
    if (isFree) return redirect(signUpAddress(to));
    return askToSignIn(pricingAddress({ to, plan_type }));
  }
  try {
    if (plan_type) return await begin(context, plan_type, to);
    if (!isFree) throw new AppError('malformed', FAILURE);
    return await stayFree(context, back);
  } catch (error) {
    const isRefusal = error instanceof AppError;
    if (!isRefusal) context.get(webParts).log.error({ err: error }, 'a subscription could not be begun');
    // This one toasts the server's detail where there is one (spec.md section 8).
    return redirectWithToast(back, toast('error', isRefusal ? error.message : FAILURE));
  }
}

async function begin(context: Provider, planType: PlanType, to: string | null): Promise<Response> {
  const { id, email } = accountOf(context);
  const has = await planOf(contextOf(context), id);
  const { plan, interval } = OFFERS[planType];
  // A person who pays already sees first what the change costs; the plan that they have is refused below.
  const isOther = has.plan !== plan || has.interval !== interval;
  if (has.interval !== null && isOther) return redirect(switchAddress(planType, to));
  const { appOrigin } = context.get(webParts);
  const wish = { accountId: id, email, planType, appOrigin, to };
  return leadAway(context, await withBilling(context, (billing) => beginSubscription(billing, wish)));
}

async function stayFree(context: Provider, back: string): Promise<Response> {
  const { plan } = await planOf(contextOf(context), accountOf(context).id);
  if (plan !== 'free') return redirect('/profile/plan');
  return redirectWithToast(back, toast('info', 'You are already on the free plan'));
}

function signUpAddress(to: string | null): string {
  return `/auth?${new URLSearchParams({ mode: 'sign-up', ...(to ? { to } : {}) })}`;
}
