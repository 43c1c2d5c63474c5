import { redirect } from 'react-router';
import { readForm } from '#app/http/form.ts';
import { contextOf } from '#app/middleware/context.ts';
import { EmergencyTrouble, RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { fallbackToTroublePage } from '#app/static-pages/rendered-response.tsx';
import { AppError } from '#domain/errors.ts';
import { isLanguage } from '#domain/language.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { chooseContactsLanguage } from '#services/emergency/contacts-language.ts';
import { chooseRecipientsLanguage } from '#services/recipients/recipients-language.ts';
import type { Route } from './+types/readers-language.ts';

/** Someone who reloads the answer of the form is led to their page. */
export function loader({ url }: Route.LoaderArgs): Response {
  return redirect(pageOf(url));
}

/** A recipient or contact chooses the language of their page and of the next messages to them. */
export function action({ request, context, params, url }: Route.ActionArgs): Promise<Response> {
  const isContact = url.pathname.startsWith('/contact/');
  return fallbackToTroublePage(context, isContact ? EmergencyTrouble : RecipientTrouble, async () => {
    const language = (await readForm(request)).get('language');
    if (!isLanguage(language)) throw new AppError('malformed', say(recipientPages['no-such-button']));
    const choose = isContact ? chooseContactsLanguage : chooseRecipientsLanguage;
    const isOpened = await choose(contextOf(context), params.secret, language);
    return redirect(`${pageOf(url)}${isOpened ? '?from=0' : ''}`, 303);
  });
}

/** @returns the path of the page that has the form */
function pageOf({ pathname }: URL): string {
  return pathname.replace(/\/language(\.data)?$/, '');
}
