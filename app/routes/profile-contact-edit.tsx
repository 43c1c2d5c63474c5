import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { EnterButton } from '#app/components/enter-button.tsx';
import { ErrorPage } from '#app/components/error-page.tsx';
import { InputField, SelectField } from '#app/components/field.tsx';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { ContactAsk } from '#app/components/profile/contact-ask.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { type AddressReply, askAboutAddress, takeAddressAnswer } from '#app/deliveries/address-question.ts';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { contactFormSchema } from '#domain/contacts/contacts.schema.ts';
import { CONTACT_ROLES } from '#domain/contacts/contacts.ts';
import { LANGUAGE_NAMES } from '#domain/language.ts';
import { contacts } from '#messages/en/contacts.ts';
import { contactsPage as texts } from '#messages/en/contacts-page.ts';
import { forms } from '#messages/en/forms.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { doubtAbout } from '#services/emergency/address-doubt.ts';
import { changeContact, findContact } from '#services/emergency/contacts.ts';
import type { Route } from './+types/profile-contact-edit.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(texts.edit.title) }]);

export function loader({ context, params }: Route.LoaderArgs) {
  return fallbackToErrorPage(async () => {
    const { id, time_zone: timeZone } = accountOf(context);
    const contact = await findContact(contextOf(context), id, params.id);
    return { contact, timeZone, languages: Object.entries(LANGUAGE_NAMES) };
  });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const isAnswered = takeAddressAnswer(form, 'email');
  const submission = parseForm(form, contactFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const services = contextOf(context);
    const owner = accountOf(context).id;
    const { email } = submission.value;
    const before = await findContact(services, owner, params.id);
    const doubt = isAnswered || email === before.email ? null : await doubtAbout(services, owner, email);
    if (doubt) return askAboutAddress(submission, 'email', email, doubt);
    await changeContact(services, owner, params.id, submission.value);
    return await redirectWithToast('/profile', toast('success', say(profileAnswers.contactChanged)));
  } catch (error) {
    return failedForm(context, submission, error, say(profileAnswers.contactNotChanged));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ProfileContactEdit({
  loaderData: { contact, timeZone, languages },
  actionData,
}: Route.ComponentProps) {
  const reply: AddressReply | undefined = actionData;
  const isBusy = useNavigation().state === 'submitting';
  const [form, { name, email, phone, alternate_email, role, language }] = useLazyForm<
    z.input<typeof contactFormSchema>
  >({
    id: 'edit-contact-form',
    defaultValue: {
      name: contact.name,
      email: contact.email,
      phone: contact.phone ?? '',
      alternate_email: contact.alternate_email ?? '',
      role: contact.role,
      language: contact.language,
    },
    lastResult: actionData?.result,
    schema: async () => (await import('#domain/contacts/contacts.schema.ts')).contactFormSchema,
  });
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.edit.heading)}</h1>
          <p className="lead">{say(texts.edit.lead)}</p>
        </div>
        <div className="stack">
          <CheckedForm
            form={form}
            fields={[name, email, phone, alternate_email, role, language]}
            className="stack narrow"
            method="post"
          >
            <EnterButton label={say(forms.save)} />
            <FormErrors />
            <InputField label={say(contacts.name)} type="text" autoComplete="off" meta={name} />
            <InputField label={say(contacts.email)} type="email" autoComplete="off" meta={email} />
            <InputField
              label={say(texts.edit.alternate)}
              optional
              hint={say(texts.edit.alternateHint)}
              type="email"
              autoComplete="off"
              meta={alternate_email}
            />
            <InputField
              label={say(texts.edit.phone)}
              optional
              hint={say(texts.edit.phoneHint)}
              type="tel"
              autoComplete="off"
              meta={phone}
            />
            <SelectField label={say(texts.edit.role)} hint={say(texts.edit.roleHint)} meta={role}>
              {CONTACT_ROLES.map((one) => (
                <option key={one} value={one}>
                  {say(texts.edit.roles[one])}
                </option>
              ))}
            </SelectField>
            <SelectField label={say(contacts.language)} hint={say(texts.edit.languageHint)} meta={language}>
              {languages.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <FormAnswers answers={reply?.addresses} />
            <FormButtons submit={say(forms.save)} isBusy={isBusy} cancelTo="/profile" />
          </CheckedForm>
          <ContactAsk contact={contact} timeZone={timeZone} />
        </div>
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={{ to: '/profile', label: say(texts.back) }} />;
}
