import { redirect } from 'react-router';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { formReplies } from '#messages/en/forms.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { testWarningChannels } from '#services/emergency/warn-owner.ts';
import type { Route } from './+types/profile-warnings-test.ts';

const CHANNELS = '/profile/warnings';

/** Sends the owner a test on each of their channels, and leads back to them. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  try {
    await testWarningChannels(contextOf(context), accountOf(context).id);
    return await redirectWithToast(CHANNELS, toast('success', say(profileAnswers.warningTestSent)));
  } catch (error) {
    if (error instanceof AppError) return redirectWithToast(CHANNELS, toast('error', error.message));
    context.get(webDeps).log.error({ err: error }, 'an owner could not be sent a test warning');
    return redirectWithToast(CHANNELS, toast('error', say(formReplies.nothingChanged)));
  }
}

/** Opening the address sends nothing: that takes the form. */
export function loader(): Response {
  return redirect(CHANNELS);
}
