import { redirect } from 'react-router';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { formReplies } from '#messages/en/forms.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { testContact } from '#services/emergency/test-contact.ts';
import type { Route } from './+types/profile-contact-test.ts';

const CONTACTS = '/profile/contacts';

/** Mails a trusted contact a test, and leads back to the contacts. */
export async function action({ context, params }: Route.ActionArgs): Promise<Response> {
  try {
    const { name } = await testContact(contextOf(context), accountOf(context).id, params.id);
    return await redirectWithToast(CONTACTS, toast('success', say(profileAnswers.testSent, { name })));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError) return redirectWithToast(CONTACTS, toast('error', error.message));
    context.get(webDeps).log.error({ err: error }, 'a trusted contact could not be sent a test');
    return redirectWithToast(CONTACTS, toast('error', say(formReplies.nothingChanged)));
  }
}

/** Opening the address sends no mail: that takes the form. */
export function loader(): Response {
  return redirect(CONTACTS);
}
