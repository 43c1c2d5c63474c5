/** The trusted contacts: the section of the profile, the list, the form that adds one, the question before one is removed. */
import type { SubmissionResult } from '@conform-to/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { QuestionButton } from '#app/components/question-button.tsx';
import { QuestionForm } from '#app/components/question-form.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import type { ContactView } from '#services/contacts/contacts.ts';

const ACTION = '/profile/contacts';

export const WHAT_CONTACTS_GET =
  'When you stop checking in, we tell them; and when we still hear nothing from you, we send them a link to your emergency contents. Until then, nobody is told that you added them.';

export function ContactsSection({ contacts, once }: { contacts: readonly ContactView[]; once: string }) {
  return (
    <section className="spread" aria-labelledby="h-contacts">
      <div className="aside">
        <h2 id="h-contacts" data-list>
          Trusted Contacts
        </h2>
        <p>{WHAT_CONTACTS_GET}</p>
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
  if (contacts.length === 0) return <p className="soft">Nobody yet. One person whom you trust is enough.</p>;
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
  const { form, errors, fields } = useForm({
    id: 'contact-form',
    fields: ['name', 'email'],
    result,
    schema: async () => (await import('#domain/contacts/contacts.schema.ts')).trustedContactSchema,
  });
  // After a contact was added the page stays: empty the fields for the next one, and keep the focus.
  const counted = useRef(count);
  useEffect(() => {
    if (count > counted.current) form.ref.current?.reset();
    counted.current = count;
  }, [count, form.ref]);
  return (
    <Form className="stack-s" method="post" action={ACTION} preventScrollReset {...form}>
      <FormErrors errors={errors} />
      <input type="hidden" name="once" value={once} />
      <div className="addrow addrow-3">
        <Field label="Name" meta={fields.name}>
          <input className="control" type="text" autoComplete="off" {...controlProps(fields.name)} />
        </Field>
        <Field label="Email" meta={fields.email}>
          <input className="control" type="email" autoComplete="off" {...controlProps(fields.email)} />
        </Field>
        <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          Add<span className="vh"> a trusted contact</span>
        </button>
      </div>
    </Form>
  );
}

interface ContactQuestionProps {
  contact: ContactView;
  headingId: string;
  /** The button that keeps the contact. */
  keep: ReactNode;
}

/** Asks before a trusted contact is removed: in a dialog, or without scripts on a page of its own. */
export function ContactQuestion({ contact, headingId, keep }: ContactQuestionProps) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Delete {contact.name}?</h2>
        <p>
          {contact.name} ({contact.email}) is no longer one of your trusted contacts, and gets none of your emergency
          contents.
        </p>
      </div>
      <QuestionForm
        action={`/profile/contacts/${contact.id}/delete`}
        label="Delete"
        cancel={keep}
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
      label="Delete"
      what={contact.name}
    >
      {({ headingId, cancel }) => <ContactQuestion contact={contact} headingId={headingId} keep={cancel('Keep')} />}
    </QuestionButton>
  );
}
