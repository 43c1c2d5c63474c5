import { redirect } from 'react-router';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { cameFrom } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { requestConfirmation } from '#services/accounts/email-address.ts';
import type { Route } from './+types/profile-email-confirm.ts';

const HOME = '/dashboard';

/** Mails the link that confirms the address once more, and leads back to the page with the button. */
export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return fallbackToErrorPage(async () => {
    await requestConfirmation(contextOf(context), accountOf(context));
    return redirectWithToast(cameFrom(request, HOME), toast('success', say(profileAnswers.linkSent)));
  });
}

/** Opening the address sends no mail: that takes the form. */
export function loader(): Response {
  return redirect(HOME);
}
