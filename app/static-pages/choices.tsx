/** What a recipient can choose besides opening: to be reminded later, and to get nothing more. */
import { plainDate } from '#messages/dates.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { stopPage } from '#messages/en/stop.ts';
import { say } from '#messages/say.ts';
import { shownName } from '#services/mails/words.ts';
import type { Invitation } from '#services/recipients/invitations.ts';
import { Envelope } from './drawings.tsx';
import { LinkForm, Message, Submit } from './layout.tsx';

const { later: LATER, more: MORE } = recipientPages;

interface ChoiceProps {
  invitation: Invitation;
  /** The page's own path. */
  path: string;
}

/** "Not now"; nothing once it was opened. */
export function NotNow({ invitation, path }: ChoiceProps) {
  const { reminders, remind_at, time_zone } = invitation;
  if (reminders.length === 0) return null;
  return (
    <LinkForm path={path} intent="later">
      <p className="small">
        {remind_at ? say(LATER.noted, { date: plainDate(new Date(remind_at), time_zone) }) : say(LATER.lead)}
      </p>
      <p>
        {reminders.map((one) => (
          <Submit key={one} look="secondary" name="when" value={one}>
            {say(LATER.choices[one])}
          </Submit>
        ))}
      </p>
    </LinkForm>
  );
}

/** The answer to it. */
export function LaterPage({ invitation, path }: ChoiceProps) {
  const { recipient_name, sent_on, time_zone, remind_at } = invitation;
  const date = plainDate(new Date(remind_at ?? sent_on), time_zone);
  return (
    <Message
      drawing={<Envelope recipient={recipient_name} day={new Date(sent_on)} timeZone={time_zone} />}
      heading={say(LATER.heading)}
    >
      <p className="lead">{say(LATER.done, { date })}</p>
      <p>{say(LATER.meanwhile)}</p>
      <p>
        <a href={path}>{say(LATER.back)}</a>
      </p>
    </Message>
  );
}

/** Where to say that nothing more is wanted; nothing in a preview. */
export function NothingMore({ invitation: { stop_path } }: Pick<ChoiceProps, 'invitation'>) {
  if (stop_path === null) return null;
  return (
    <p className="small">
      <a href={stop_path}>{say(stopPage.person.wanted)}</a>
      <br />
      <a href={`${stop_path}?from=stillhere`}>{say(stopPage.stillhere.wanted)}</a>
    </p>
  );
}

/** Whether more is to come, where the sender allows us to say so. */
export function MoreToCome({ invitation: { more, sender_name } }: Pick<ChoiceProps, 'invitation'>) {
  if (more === null) return null;
  return <p>{say(MORE[more], { sender: shownName(sender_name) })}</p>;
}
