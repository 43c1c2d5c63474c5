/** The trusted contacts: the section of the profile, the list, the form that adds one, the question before removal. */
import type { SubmissionResult } from '@conform-to/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField } from '#app/components/field.tsx';
import { QuestionButton } from '#app/components/question-button.tsx';
import { QuestionForm } from '#app/components/question-form.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { trustedContactSchema } from '#domain/contacts/contacts.schema.ts';
import { contacts as texts } from '#messages/en/contacts.ts';
import { say, sayRich } from '#messages/say.ts';
import type { ContactView } from '#services/emergency/contacts.ts';

const ACTION = '/profile/contacts';

export function ContactsSection({ contacts, once }: { contacts: readonly ContactView[]; once: string }) {
  return (
    <section className="spread" aria-labelledby="h-contacts">
      <div className="aside">
        <h2 id="h-contacts" data-list>
          {say(texts.heading)}
        </h2>
        <p>{say(texts.purpose)}</p>
      </div>
      <div className="body stack">
        <ContactList contacts={contacts} />
        <ContactForm count={contacts.length} once={once} result={undefined} />
      </div>
    </section>
  );
}

/** Newest first. */
export function ContactList({ contacts }: { contacts: readonly ContactView[] }) {
  if (contacts.length === 0) return <p className="soft">{say(texts.none)}</p>;
  return (
    <ul className="lines">
      {contacts.map((contact) => (
        <li key={contact.id} className="person">
          <span className="avatar" aria-hidden="true">
            {[...contact.name][0]?.toUpperCase()}
          </span>
          <span className="who">
            <strong>{contact.name}</strong>
            <span>{contact.email}</span>
          </span>
          <ContactDeleteLink contact={contact} />
        </li>
      ))}
    </ul>
  );
}

interface ContactFormProps {
  /** How many contacts there are. */
  count: number;
  /** Identifies this form: sent twice, it adds one contact. */
  once: string;
  result: SubmissionResult<string[]> | undefined;
}

export function ContactForm({ count, once, result }: ContactFormProps) {
  const isBusy = useNavigation().formAction === ACTION;
  const element = useRef<HTMLFormElement>(null);
  const [form, { name, email }] = useLazyForm<z.input<typeof trustedContactSchema>>({
    id: 'contact-form',
    lastResult: result,
    schema: async () => (await import('#domain/contacts/contacts.schema.ts')).trustedContactSchema,
  });
  // After a contact was added the page stays: empty the fields for the next one, and leave the focus where it is.
  const lastCount = useRef(count);
  useEffect(() => {
    if (count > lastCount.current) element.current?.reset();
    lastCount.current = count;
  }, [count]);
  return (
    <CheckedForm
      form={form}
      fields={[name, email]}
      ref={element}
      className="stack-s"
      method="post"
      action={ACTION}
      preventScrollReset
    >
      <FormErrors />
      <input type="hidden" name="once" value={once} />
      <div className="addrow addrow-3">
        <InputField label={say(texts.name)} type="text" autoComplete="off" meta={name} />
        <InputField label={say(texts.email)} type="email" autoComplete="off" meta={email} />
        <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {sayRich(texts.add)}
        </button>
      </div>
    </CheckedForm>
  );
}

interface ContactQuestionProps {
  contact: ContactView;
  headingId: string;
  /** The button that leaves the contact. */
  cancel: ReactNode;
}

/** Asks before a trusted contact is removed: in a dialog, or without scripts on a page of its own. */
export function ContactQuestion({ contact, headingId, cancel }: ContactQuestionProps) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(texts.question, { name: contact.name })}</h2>
        <p>{say(texts.consequence, { name: contact.name, email: contact.email })}</p>
      </div>
      <QuestionForm
        action={`/profile/contacts/${contact.id}/delete`}
        label={say(texts.delete)}
        cancel={cancel}
        isDeletion
        preventScrollReset
      />
    </>
  );
}

/** Opens the question: in a dialog with scripts, else on its page. */
function ContactDeleteLink({ contact }: { contact: ContactView }) {
  return (
    <QuestionButton
      className="btn btn-quiet"
      to={`/profile/contacts/${contact.id}/delete`}
      label={say(texts.delete)}
      what={contact.name}
    >
      {({ headingId, cancel }) => (
        <ContactQuestion contact={contact} headingId={headingId} cancel={cancel(say(texts.keep))} />
      )}
    </QuestionButton>
  );
}
