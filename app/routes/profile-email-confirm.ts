import { redirect } from 'react-router';
import { cameFrom } from '#app/http/came-from.ts';
import { orErrorPage } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { requestConfirmation } from '#services/accounts/email-address.ts';
import type { Route } from './+types/profile-email-confirm.ts';

const HOME = '/dashboard';

/** Mails once more the link that confirms an address, and goes back to where somebody was. */
export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return orErrorPage(async () => {
    await requestConfirmation(contextOf(context), accountOf(context));
    return redirectWithToast(cameFrom(request, HOME), toast('success', 'We have sent the link again'));
  });
}

/** Somebody who opens the address gets nowhere by it: a mail takes a form. */
export function loader(): Response {
  return redirect(HOME);
}
