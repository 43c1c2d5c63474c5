import { redirect } from 'react-router';
import { withBilling } from '#app/http/billing.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { setEnding } from '#services/subscription/set-ending.ts';
import type { Route } from './+types/profile-plan-keep.ts';

const HERE = '/profile/plan';

/** Somebody has changed their mind: the plan that was to end goes on. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  try {
    const { id } = accountOf(context);
    await withBilling(context, (billing) => setEnding(billing, id, false));
    return await redirectWithToast(HERE, toast('success', 'Your plan goes on'));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError) return redirectWithToast(HERE, toast('error', error.message));
    context.get(webParts).log.error({ err: error }, 'a plan could not be kept');
    return redirectWithToast(HERE, toast('error', 'Failed to keep the plan'));
  }
}

export function loader(): Response {
  return redirect(HERE);
}
