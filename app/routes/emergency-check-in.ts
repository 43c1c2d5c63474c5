import { redirect } from 'react-router';
import { cameFrom } from '#app/http/came-from.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import type { Route } from './+types/emergency-check-in.ts';

const EMERGENCY = '/emergency';

/** Records that somebody is still here, and goes back to where they were. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  try {
    await checkIn(contextOf(context), accountOf(context).id);
    return await redirectWithToast(cameFrom(request, EMERGENCY), toast('success', 'Check-in recorded!'));
  } catch (error) {
    if (error instanceof Response) throw error;
    // After a release there is none to record, and nothing is wrong with us.
    if (!(error instanceof AppError))
      context.get(webParts).log.error({ err: error }, 'a check-in could not be recorded');
    // There it says where things stand.
    return redirectWithToast(EMERGENCY, toast('error', 'Failed to record check-in'));
  }
}

/** Somebody who opens the address has not checked in by it: that takes the button. */
export function loader(): Response {
  return redirect(EMERGENCY);
}
