import { redirect } from 'react-router';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, sessionOf } from '#app/middleware/context.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { unlinkIdentities } from '#services/accounts/identities.ts';
import type { Route } from './+types/profile-google.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

/** Disconnects Google, and signs out all other devices. */
export function action({ context }: Route.ActionArgs): Promise<Response> {
  return fallbackToErrorPage(async () => {
    await unlinkIdentities(contextOf(context), sessionOf(context));
    return redirectWithToast('/profile', toast('success', say(profileAnswers.googleDisconnected)));
  });
}

/** It is a part of the profile. */
export function loader(): Response {
  return redirect('/profile');
}
