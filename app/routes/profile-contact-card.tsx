import { Link } from 'react-router';
import { ErrorPage } from '#app/components/error-page.tsx';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { directionOf } from '#domain/language.ts';
import { contactCard as texts } from '#messages/en/contact-card.ts';
import { contactsPage } from '#messages/en/contacts-page.ts';
import { say } from '#messages/say.ts';
import { findContact } from '#services/emergency/contacts.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { readProtocolView } from '#services/emergency/protocol-view.ts';
import { genuinePath } from '#services/mails/readers-address.ts';
import { inLanguage } from '#services/reader-language.ts';
import type { Route } from './+types/profile-contact-card.ts';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(texts.title) }]);

/** A card to print and give to a trusted contact. It promises nothing that the owner's settings do not do. */
export function loader({ context, params }: Route.LoaderArgs) {
  return fallbackToErrorPage(async () => {
    const { id, name: owner, email } = accountOf(context);
    const services = contextOf(context);
    const contact = await findContact(services, id, params.id);
    const { inactiveDays, safetyDays } = await readProtocolView(services.em, id, dayOf(services));
    const { appOrigin, senders } = context.get(webDeps);
    const card = {
      owner,
      email,
      contact: contact.name,
      address: contact.email,
      days: inactiveDays,
      safety: safetyDays,
    };
    const words = inLanguage(contact.language, () => ({
      heading: say(texts.heading, { owner }),
      lead: say(texts.lead, card),
      steps: stepsOf(contact.role, card),
      notes: [
        ...(senders.email ? [say(texts.sender, { sender: senders.email })] : []),
        say(texts.genuine, { page: `${appOrigin}${genuinePath()}` }),
        say(texts.never),
      ],
    }));
    return { id: contact.id, language: contact.language, ...words };
  });
}

interface Card {
  owner: string;
  address: string;
  days: number;
  safety: number;
}

function stepsOf(role: 'recipient' | 'witness', card: Card): string[] {
  return [say(texts.notified, card), say(texts.reach, card), say(texts.later[role], card), say(texts.link)];
}

/** The card is in the language of the contact, and what is around it in the owner's. */
export default function ProfileContactCard({ loaderData }: Route.ComponentProps) {
  const { id, language, heading, lead, steps, notes } = loaderData;
  const theirs = { lang: language, dir: directionOf(language) };
  return (
    <main className="main wrap" id="main">
      <div className="create">
        <div className="head stack-s" {...theirs}>
          <h1>{heading}</h1>
          <p className="lead">{lead}</p>
        </div>
        <div className="stack narrow">
          <div className="stack" {...theirs}>
            <ol className="stack-s">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
          <p className="acts small soft">{say(texts.print)}</p>
          <p className="acts">
            <Link to={`/profile/contacts/${id}/edit`}>{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={{ to: '/profile', label: say(contactsPage.back) }} />;
}
