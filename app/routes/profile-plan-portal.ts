import { redirect } from 'react-router';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, webDeps } from '#app/middleware/context.ts';
import { withBilling } from '#app/plans/billing.ts';
import { leadAway } from '#app/static-pages/lead-away.tsx';
import { AppError } from '#domain/errors.ts';
import { planReplies } from '#messages/en/plan-pages.ts';
import { say } from '#messages/say.ts';
import { openPortal } from '#services/subscription/payments.ts';
import type { Route } from './+types/profile-plan-portal.ts';

const PLAN = '/profile/plan';

/** Opens the provider's page for cards and invoices. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  try {
    const { id } = accountOf(context);
    const returnUrl = `${context.get(webDeps).appOrigin}${PLAN}`;
    return leadAway(context, await withBilling(context, (billing) => openPortal(billing, id, returnUrl)));
  } catch (error) {
    if (error instanceof Response) throw error;
    const isRefusal = error instanceof AppError;
    if (!isRefusal) context.get(webDeps).log.error({ err: error }, 'the page for cards could not be opened');
    return redirectWithToast(PLAN, toast('error', isRefusal ? error.message : say(planReplies.noPortal)));
  }
}

/** For a reload of the form's address. */
export function loader(): Response {
  return redirect(PLAN);
}
