import { redirect } from 'react-router';
import { orErrorPage } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, sessionOf } from '#app/middleware/context.ts';
import { unlinkIdentities } from '#services/accounts/identities.ts';
import type { Route } from './+types/profile-google.ts';

/** Google opens this account no more, and nobody else stays signed in. */
export function action({ context }: Route.ActionArgs): Promise<Response> {
  return orErrorPage(async () => {
    await unlinkIdentities(contextOf(context), sessionOf(context));
    return redirectWithToast('/profile', toast('success', 'Google does not open your account any more'));
  });
}

/** It is a part of the profile. */
export function loader(): Response {
  return redirect('/profile');
}
