import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Ask } from '#app/components/ask.tsx';
import { useFocusAfterDeletion } from '#app/components/dialog-focus.ts';
import type { ContactView } from '#services/contacts/contact-view.ts';

interface ContactQuestionProps {
  contact: ContactView;
  headingId: string;
  /** The safe way out. */
  keep: ReactNode;
}

/** Asks before a trusted contact is removed: in a dialog, and as a page of its own without scripts. */
export function ContactQuestion({ contact, headingId, keep }: ContactQuestionProps) {
  const action = `/profile/contacts/${contact.id}/delete`;
  const isBusy = useNavigation().formAction === action;
  useFocusAfterDeletion(isBusy);
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Delete {contact.name}?</h2>
        <p>
          {contact.name} ({contact.email}) is no longer one of your trusted contacts, and gets none of your emergency
          contents.
        </p>
      </div>
      <Form className="acts" method="post" action={action} preventScrollReset>
        <button className="btn btn-danger-solid" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          Delete
        </button>
        {keep}
      </Form>
    </>
  );
}

/** The way to the question: a button, and with scripts a dialog over the list. */
export function ContactDeleteLink({ contact }: { contact: ContactView }) {
  return (
    <Ask className="btn btn-quiet" to={`/profile/contacts/${contact.id}/delete`} label="Delete" what={contact.name}>
      {({ headingId, keep }) => <ContactQuestion contact={contact} headingId={headingId} keep={keep('Keep')} />}
    </Ask>
  );
}
