import { redirect } from 'react-router';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { changeContactVisibility } from '#services/emergency/contact-visibility.ts';
import type { Route } from './+types/profile-contacts-others.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const CONTACTS = '/profile/contacts';

/** Says whether trusted contacts who were notified see who else was. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const contacts_see_each_other = (await readForm(request)).has('allow');
  try {
    await changeContactVisibility(contextOf(context), accountOf(context).id, { contacts_see_each_other });
    return await redirectWithToast(CONTACTS, toast('success', say(profileAnswers.contactsSaved)));
  } catch (error) {
    if (error instanceof Response) throw error;
    context.get(webDeps).log.error({ err: error }, 'whether contacts see each other could not be saved');
    return redirectWithToast(CONTACTS, toast('error', say(profileAnswers.notSaved)));
  }
}

export function loader(): Response {
  return redirect(CONTACTS);
}
