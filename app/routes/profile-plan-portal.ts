import { redirect } from 'react-router';
import { withBilling } from '#app/http/billing.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, webParts } from '#app/middleware/context.ts';
import { leadAway } from '#app/plain/lead-away.ts';
import { AppError } from '#domain/errors.ts';
import { openPortal } from '#services/subscription/open-portal.ts';
import type { Route } from './+types/profile-plan-portal.ts';

const HERE = '/profile/plan';

/** Opens the page of the provider where cards are seen to. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  try {
    const { id } = accountOf(context);
    const back = `${context.get(webParts).appOrigin}${HERE}`;
    return leadAway(context, await withBilling(context, (billing) => openPortal(billing, id, back)));
  } catch (error) {
    if (error instanceof Response) throw error;
    const isRefusal = error instanceof AppError;
    if (!isRefusal) context.get(webParts).log.error({ err: error }, 'the page of the cards could not be opened');
    return redirectWithToast(HERE, toast('error', isRefusal ? error.message : 'Failed to open your cards'));
  }
}

/** Whoever loads the address of the form again. */
export function loader(): Response {
  return redirect(HERE);
}
