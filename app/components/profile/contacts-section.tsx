import type { ContactView } from '#services/contacts/contacts.ts';
import { ContactForm } from './contact-form.tsx';
import { ContactDeleteLink } from './contact-question.tsx';

/** What a trusted contact gets, and when. */
export const WHAT_CONTACTS_GET =
  'When you stop checking in, we tell them; and when we still hear nothing from you, we send them a link to your emergency contents. Until then, nobody is told that you added them.';

/** Who is told when its owner stops checking in, and the way to add and remove one. */
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

/** The contacts, newest first, each with the way to remove it. */
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
