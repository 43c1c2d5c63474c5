import { redirect } from 'react-router';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { cameFrom } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { lostPhoneBanner as texts } from '#messages/en/lost-phone.ts';
import { say } from '#messages/say.ts';
import { stopLostWait } from '#services/accounts/lost-phone.ts';
import type { Route } from './+types/profile-lost-phone.ts';

const SECURITY = '/profile/security';

/** The button of the notice on every page: stops the wait after which codes would be turned off. */
export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return fallbackToErrorPage(async () => {
    await stopLostWait(contextOf(context), accountOf(context).id);
    return redirectWithToast(cameFrom(request, SECURITY), toast('success', say(texts.stopped)));
  });
}

/** Opening the address stops nothing: that takes the form. */
export function loader(): Response {
  return redirect(SECURITY);
}
