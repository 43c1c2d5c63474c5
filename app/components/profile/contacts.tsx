/** The trusted contacts: the section of the profile, the list, the form that adds one, the question before removal. */
import type { SubmissionResult } from '@conform-to/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField, SelectField } from '#app/components/field.tsx';
import { QuestionButton } from '#app/components/question-button.tsx';
import { QuestionForm } from '#app/components/question-form.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { trustedContactSchema } from '#domain/contacts/contacts.schema.ts';
import { plainDate } from '#messages/dates.ts';
import { contacts as texts } from '#messages/en/contacts.ts';
import { say, sayRich } from '#messages/say.ts';
import type { ContactView } from '#services/emergency/contacts.ts';

const ACTION = '/profile/contacts';

interface ContactListProps {
  contacts: readonly ContactView[];
  /** The zone of its dates. */
  timeZone: string;
  now: string;
}

export function ContactsSection({
  contacts,
  timeZone,
  now,
  ...form
}: ContactListProps & Pick<ContactFormProps, 'once' | 'languages'>) {
  return (
    <section className="spread" aria-labelledby="h-contacts">
      <div className="aside">
        <h2 id="h-contacts" data-list>
          {say(texts.heading)}
        </h2>
        <p>{say(texts.purpose)}</p>
      </div>
      <div className="body stack">
        <ContactList contacts={contacts} timeZone={timeZone} now={now} />
        <ContactForm count={contacts.length} {...form} result={undefined} />
      </div>
    </section>
  );
}

/** Newest first. */
export function ContactList({ contacts, timeZone, now }: ContactListProps) {
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
            <Reach contact={contact} timeZone={timeZone} />
          </span>
          <ContactActs contact={contact} isLast={contacts.length === 1} now={now} />
        </li>
      ))}
    </ul>
  );
}

/** Whether our mails reach a contact; nothing while nobody has tried. */
function Reach({ contact, timeZone }: { contact: ContactView; timeZone: string }) {
  if (contact.has_stopped) return <strong className="error">{say(texts.stopped)}</strong>;
  const { bounced_at, reached_at, test_given_up_at, tested_at } = contact;
  if (bounced_at)
    return <strong className="error">{say(texts.bounced, { date: plainDate(bounced_at, timeZone) })}</strong>;
  if (reached_at) return <span>{say(texts.reached, { date: plainDate(reached_at, timeZone) })}</span>;
  if (test_given_up_at) return <span>{say(texts.givenUp, { date: plainDate(test_given_up_at, timeZone) })}</span>;
  return tested_at && <span>{say(texts.tested, { date: plainDate(tested_at, timeZone) })}</span>;
}

interface ContactActsProps {
  contact: ContactView;
  isLast: boolean;
  now: string;
}

function ContactActs({ contact: { id, name, email, next_test_at, has_stopped }, isLast, now }: ContactActsProps) {
  const path = `/profile/contacts/${id}` as const;
  return (
    <div className="row acts">
      {!has_stopped && (!next_test_at || next_test_at <= now) && (
        <Form method="post" action={`${path}/test`} preventScrollReset>
          <button className="btn btn-quiet" type="submit">
            {sayRich(texts.test, { name })}
          </button>
        </Form>
      )}
      <Link className="btn btn-quiet" to={`${path}/edit`}>
        {sayRich(texts.edit, { name })}
      </Link>
      <QuestionButton className="btn btn-quiet" to={`${path}/delete`} label={say(texts.delete)} what={name}>
        {({ headingId, cancel }) => (
          <ContactQuestion
            contact={{ id, name, email }}
            isLast={isLast}
            headingId={headingId}
            cancel={cancel(say(texts.keep))}
          />
        )}
      </QuestionButton>
    </div>
  );
}

interface ContactFormProps {
  /** How many contacts there are. */
  count: number;
  /** Identifies this form: sent twice, it adds one contact. */
  once: string;
  /** Each with its name; the first is chosen. */
  languages: readonly [string, string][];
  result: SubmissionResult<string[]> | undefined;
  /** What comes after the fields. */
  children?: ReactNode;
}

export function ContactForm({ count, once, languages, result, children }: ContactFormProps) {
  const isBusy = useNavigation().formAction === ACTION;
  const element = useRef<HTMLFormElement>(null);
  const [form, { name, email, language }] = useLazyForm<z.input<typeof trustedContactSchema>>({
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
      fields={[name, email, language]}
      ref={element}
      className="stack-s"
      method="post"
      action={ACTION}
      preventScrollReset
    >
      <FormErrors />
      <input type="hidden" name="once" value={once} />
      <div className="addrow addrow-4">
        <InputField label={say(texts.name)} type="text" autoComplete="off" meta={name} />
        <InputField label={say(texts.email)} type="email" autoComplete="off" meta={email} />
        <SelectField label={say(texts.language)} meta={language}>
          {languages.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {sayRich(texts.add)}
        </button>
      </div>
      {children}
    </CheckedForm>
  );
}

interface ContactQuestionProps {
  contact: Pick<ContactView, 'id' | 'name' | 'email'>;
  /** No contact would be left. */
  isLast: boolean;
  headingId: string;
  /** The button that leaves the contact. */
  cancel: ReactNode;
}

/** Asks before a trusted contact is removed: in a dialog, or without scripts on a page of its own. */
export function ContactQuestion({ contact, isLast, headingId, cancel }: ContactQuestionProps) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(texts.question, { name: contact.name })}</h2>
        <p>{say(texts.consequence, { name: contact.name, email: contact.email })}</p>
        {isLast && <p>{say(texts.last)}</p>}
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
