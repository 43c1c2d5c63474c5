import { redirect } from 'react-router';
import { askToSignIn } from '#app/accounts/ask-to-sign-in.ts';
import { readForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, visitContext, webDeps } from '#app/middleware/context.ts';
import { pricingAddress, switchAddress } from '#app/plans/addresses.ts';
import { withBilling } from '#app/plans/billing.ts';
import { leadAway } from '#app/static-pages/lead-away.tsx';
import { AppError } from '#domain/errors.ts';
import { OFFERS, type PlanType } from '#domain/subscription/plan.ts';
import { planTypeSchema } from '#domain/subscription/subscription.schema.ts';
import { pricing } from '#messages/en/pricing.ts';
import { say } from '#messages/say.ts';
import { beginSubscription } from '#services/subscription/checkout.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/pricing-subscribe.ts';

/** For a reload of the form's address. */
export function loader(): Response {
  return redirect('/pricing');
}

/** Opens a checkout for the chosen plan. Nothing changes and nothing is owed until it is paid. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const form = await readForm(request);
  const to = ownPath(`${form.get('to') ?? ''}`);
  const { plan_type } = planTypeSchema.safeParse(Object.fromEntries(form)).data ?? {};
  const back = pricingAddress({ to, interval: plan_type && OFFERS[plan_type].interval });
  const isFree = form.get('plan_type') === 'free';
  if (context.get(visitContext) === 'visitor') {
    // Every new account is on Free.
    if (isFree) return redirect(signUpAddress(to));
    return askToSignIn(pricingAddress({ to, plan_type }));
  }
  try {
    if (plan_type) return await begin(context, plan_type, to);
    if (!isFree) throw new AppError('malformed', say(pricing.failed));
    return await stayFree(context, back);
  } catch (error) {
    const isRefusal = error instanceof AppError;
    if (!isRefusal) context.get(webDeps).log.error({ err: error }, 'a checkout could not be opened');
    // The toast shows the server's detail where there is one (spec.md section 8).
    return redirectWithToast(back, toast('error', isRefusal ? error.message : say(pricing.failed)));
  }
}

async function begin(context: Provider, planType: PlanType, to: string | null): Promise<Response> {
  const { id, email } = accountOf(context);
  const current = await subscriptionState(contextOf(context), id);
  const { plan, interval } = OFFERS[planType];
  // A paying account first sees what the change costs; beginSubscription refuses its current offer.
  const isOther = current.plan !== plan || current.interval !== interval;
  if (current.interval !== null && isOther) return redirect(switchAddress(planType, to));
  const { appOrigin } = context.get(webDeps);
  const wanted = { accountId: id, email, planType, appOrigin, to };
  return leadAway(context, await withBilling(context, (billing) => beginSubscription(billing, wanted)));
}

async function stayFree(context: Provider, back: string): Promise<Response> {
  const { plan } = await subscriptionState(contextOf(context), accountOf(context).id);
  if (plan !== 'free') return redirect('/profile/plan');
  return redirectWithToast(back, toast('info', say(pricing.alreadyFree)));
}

function signUpAddress(to: string | null): string {
  return `/auth?${new URLSearchParams({ mode: 'sign-up', ...(to ? { to } : {}) })}`;
}
