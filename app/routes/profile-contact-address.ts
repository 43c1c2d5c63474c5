import { redirect } from 'react-router';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { formReplies } from '#messages/en/forms.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { keepAddress } from '#services/emergency/ask-contact.ts';
import { changeContact, findContact } from '#services/emergency/contacts.ts';
import type { Route } from './+types/profile-contact-address.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

/** Takes the address that a contact gave, or keeps the one that is there. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
  const form = await readForm(request);
  const back = pageOf(params.id);
  try {
    const [services, owner] = [contextOf(context), accountOf(context).id];
    const { proposed_email: proposed } = await findContact(services, owner, params.id);
    // What the owner saw, not what was given meanwhile.
    if (form.has('use') && proposed !== null && proposed === form.get('email'))
      await changeContact(services, owner, params.id, { email: proposed });
    else if (!form.has('use')) await keepAddress(services, owner, params.id);
    return await redirectWithToast(back, toast('success', say(profileAnswers.contactChanged)));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError) return redirectWithToast(back, toast('error', error.message));
    context.get(webDeps).log.error({ err: error }, 'the address of a contact could not be taken');
    return redirectWithToast(back, toast('error', say(formReplies.nothingChanged)));
  }
}

export function loader({ params }: Route.LoaderArgs): Response {
  return redirect(pageOf(params.id));
}

function pageOf(id: string): string {
  return `/profile/contacts/${encodeURIComponent(id)}/edit`;
}
