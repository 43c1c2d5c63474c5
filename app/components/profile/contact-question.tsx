import type { ReactNode } from 'react';
import { Answer } from '#app/components/answer.tsx';
import { Ask } from '#app/components/ask.tsx';
import type { ContactView } from '#services/contacts/contacts.ts';

interface ContactQuestionProps {
  contact: ContactView;
  headingId: string;
  /** The safe way out. */
  keep: ReactNode;
}

/** Asks before a trusted contact is removed: in a dialog, and as a page of its own without scripts. */
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
      <Answer
        action={`/profile/contacts/${contact.id}/delete`}
        label="Delete"
        keep={keep}
        isDeletion
        preventScrollReset
      />
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
