import { redirect } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import { cameFrom } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { checkInTexts } from '#messages/en/check-in.ts';
import { say } from '#messages/say.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import type { Route } from './+types/emergency-check-in.ts';

const EMERGENCY = '/emergency';

/** Records a check-in. Answers the page's script with a status alone, and a form with the page that it came from. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const isScript = request.headers.get('accept') === 'application/json';
  try {
    await checkIn(contextOf(context), accountOf(context).id);
    if (isScript) return new Response(null, { status: 204 });
    return await redirectWithToast(cameFrom(request, EMERGENCY), toast('success', say(checkInTexts.recorded)));
  } catch (error) {
    if (error instanceof Response) throw error;
    // A check-in after a release is refused, which is no fault of ours.
    const isRefused = error instanceof AppError;
    if (!isRefused) context.get(webDeps).log.error({ err: error }, 'a check-in could not be recorded');
    if (isScript) return new Response(null, { status: isRefused ? STATUS[error.code] : STATUS.unavailable });
    // The emergency page says why.
    return redirectWithToast(EMERGENCY, toast('error', say(checkInTexts.notRecorded)));
  }
}

/** Opening the address is no check-in: that takes the button. */
export function loader(): Response {
  return redirect(EMERGENCY);
}
