import { Link } from 'react-router';
import type { ContactView } from '#services/contacts/contact-view.ts';
import { count } from './words.ts';

/** Who is told, and then sent to. */
export function TrustedContacts({ contacts, safetyDays }: { contacts: readonly ContactView[]; safetyDays: number }) {
  return (
    <section className="spread" aria-labelledby="h-trusted">
      <div className="aside">
        <h2 id="h-trusted">Trusted Contacts</h2>
        <p>
          They are told first, and {count(safetyDays, 'day')} later they receive what you set aside. Add people on your{' '}
          <Link to="/profile">Profile</Link>.
        </p>
      </div>
      {contacts.length === 0 ? (
        <p className="body soft">
          Nobody yet. Contacts are added from the <Link to="/profile">Profile</Link> page.
        </p>
      ) : (
        <ul className="body lines">
          {contacts.map(({ id, name, email }) => (
            <li key={id} className="person">
              <span className="avatar" aria-hidden="true">
                {[...name][0]?.toUpperCase()}
              </span>
              <span className="who">
                <strong>{name}</strong>
                <span>{email}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
