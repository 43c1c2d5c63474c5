import { Form, Link } from 'react-router';
import { plainDate } from '#messages/dates.ts';
import { contactAskPart as texts } from '#messages/en/contact-ask-part.ts';
import { say } from '#messages/say.ts';
import type { ContactView } from '#services/emergency/contacts.ts';

interface ContactAskProps {
  contact: ContactView;
  timeZone: string;
}

/** What a contact answered, and the button that asks them. */
export function ContactAsk({ contact, timeZone }: ContactAskProps) {
  const { id, name, email, asked_at, answer, proposed_email, has_stopped } = contact;
  return (
    <section className="stack narrow" aria-labelledby="h-ask">
      <h2 id="h-ask">{say(texts.heading)}</h2>
      <p>
        {asked_at
          ? say(texts.asked, { name, answer, date: plainDate(asked_at, timeZone) })
          : say(texts.silent, { name })}
      </p>
      {proposed_email && (
        <Form className="stack-s" method="post" action={`/profile/contacts/${id}/address`}>
          <p>{say(texts.proposed, { name, email: proposed_email })}</p>
          <input type="hidden" name="email" value={proposed_email} />
          <p className="row">
            <button className="btn btn-secondary" type="submit" name="use" value="1">
              {say(texts.use)}
            </button>
            <button className="btn btn-quiet" type="submit">
              {say(texts.keep, { email })}
            </button>
          </p>
        </Form>
      )}
      {!has_stopped && (
        <Form method="post" action={`/profile/contacts/${id}/ask`} preventScrollReset>
          <button className="btn btn-secondary" type="submit">
            {say(asked_at ? texts.again : texts.ask)}
          </button>
        </Form>
      )}
      <p>
        <Link to={`/profile/contacts/${id}/card`}>{say(texts.card)}</Link>
      </p>
    </section>
  );
}
