import { redirect } from 'react-router';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { formReplies } from '#messages/en/forms.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { askContact } from '#services/emergency/ask-contact.ts';
import type { Route } from './+types/profile-contact-ask.ts';

/** Asks a trusted contact whether they accept, and leads back to the contact. */
export async function action({ context, params }: Route.ActionArgs): Promise<Response> {
  const back = pageOf(params.id);
  try {
    const { name } = await askContact(contextOf(context), accountOf(context).id, params.id);
    return await redirectWithToast(back, toast('success', say(profileAnswers.asked, { name })));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError) return redirectWithToast(back, toast('error', error.message));
    context.get(webDeps).log.error({ err: error }, 'a trusted contact could not be asked');
    return redirectWithToast(back, toast('error', say(formReplies.nothingChanged)));
  }
}

/** Opening the address sends no mail: that takes the form. */
export function loader({ params }: Route.LoaderArgs): Response {
  return redirect(pageOf(params.id));
}

function pageOf(id: string): string {
  return `/profile/contacts/${encodeURIComponent(id)}/edit`;
}
