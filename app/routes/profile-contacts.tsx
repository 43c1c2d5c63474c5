import { Link } from 'react-router';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { ContactForm } from '#app/components/profile/contact-form.tsx';
import { ContactList, WHAT_CONTACTS_GET } from '#app/components/profile/contacts-section.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { trustedContactSchema } from '#domain/contacts/contacts.schema.ts';
import { addContact } from '#services/contacts/add-contact.ts';
import { listContacts } from '#services/contacts/queries.ts';
import type { Route } from './+types/profile-contacts.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Trusted Contacts · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, () => listContacts(contextOf(context), accountOf(context).id));
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), trustedContactSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await addContact(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast('/profile', toast('success', 'Trusted contact added!'));
  } catch (error) {
    return failedForm(context, submission, error, 'Failed to add contact');
  }
}

/** The contacts alone: where the form of the profile comes back to when something is wrong with it. */
export default function ProfileContacts({ loaderData, actionData }: Route.ComponentProps) {
  const { data: contacts, toast: words } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      <div className="create">
        <div className="head stack-s">
          <h1>Trusted Contacts</h1>
          <p className="lead">{WHAT_CONTACTS_GET}</p>
        </div>
        <div className="stack">
          {contacts ? (
            <>
              <ContactForm count={contacts.length} result={actionData?.result} />
              <ContactList contacts={contacts} />
            </>
          ) : (
            <NotLoaded />
          )}
          <p>
            <Link to="/profile">Back to the profile</Link>
          </p>
        </div>
      </div>
    </main>
  );
}
