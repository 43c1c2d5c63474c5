import { Form, Link } from 'react-router';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { ContactForm, ContactList } from '#app/components/profile/contacts.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { type AddressReply, askAboutAddress, takeAddressAnswer } from '#app/deliveries/address-question.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { makeOnce, newFormKey } from '#app/http/idempotent-form.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { trustedContactSchema } from '#domain/contacts/contacts.schema.ts';
import { LANGUAGE_NAMES } from '#domain/language.ts';
import { contacts } from '#messages/en/contacts.ts';
import { contactsPage as texts } from '#messages/en/contacts-page.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { doubtAbout } from '#services/emergency/address-doubt.ts';
import { readContactVisibility } from '#services/emergency/contact-visibility.ts';
import { addContact, listContacts } from '#services/emergency/contacts.ts';
import type { Route } from './+types/profile-contacts.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => ({
    contacts: await listContacts(contextOf(context), accountOf(context).id),
    areShown: (await readContactVisibility(contextOf(context).em, accountOf(context).id)).contacts_see_each_other,
    once: newFormKey(),
    languages: Object.entries(LANGUAGE_NAMES),
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const isAnswered = takeAddressAnswer(form, 'email');
  const submission = parseForm(form, trustedContactSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const owner = accountOf(context).id;
    const { email } = submission.value;
    const doubt = isAnswered ? null : await doubtAbout(contextOf(context), owner, email);
    if (doubt) return askAboutAddress(submission, 'email', email, doubt);
    await makeOnce(context, owner, form, (services) => addContact(services, owner, submission.value));
    return await redirectWithToast('/profile', toast('success', say(profileAnswers.contactAdded)));
  } catch (error) {
    return failedForm(context, submission, error, say(profileAnswers.contactNotAdded));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

/** The contacts alone: the profile's form posts here, and this page says what is wrong with it. */
export default function ProfileContacts({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, toast: words } = loaderData;
  const reply: AddressReply | undefined = actionData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(contacts.purpose)}</p>
        </div>
        <div className="stack">
          {view ? (
            <>
              <ContactForm
                count={view.contacts.length}
                once={view.once}
                languages={view.languages}
                result={actionData?.result}
              >
                <FormAnswers answers={reply?.addresses} />
              </ContactForm>
              <ContactList contacts={view.contacts} timeZone={loaderData.time_zone} now={loaderData.now} />
              <OthersForm areShown={view.areShown} />
            </>
          ) : (
            <NotLoaded />
          )}
          <p>
            <Link to="/profile">{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}

/** Whether a contact who was notified sees who else was. */
function OthersForm({ areShown }: { areShown: boolean }) {
  const { heading, hidden, shown, allow, hide } = texts.others;
  return (
    <Form method="post" action="/profile/contacts/others" className="stack-s" preventScrollReset>
      <h2>{say(heading)}</h2>
      <p>{say(areShown ? shown : hidden)}</p>
      <p>
        <button className="btn btn-secondary" type="submit" name={areShown ? 'hide' : 'allow'} value="1">
          {say(areShown ? hide : allow)}
        </button>
      </p>
    </Form>
  );
}
