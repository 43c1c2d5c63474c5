/** What a recipient's link shows before it is opened, and where a recipient says that it is not for them. */
import { plainDate } from '#messages/dates.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say, sayRich } from '#messages/say.ts';
import { genuinePath } from '#services/mails/readers-address.ts';
import { identified, oneLine, quoted, shownName } from '#services/mails/words.ts';
import type { Invitation } from '#services/recipients/invitations.ts';
import { NothingMore, NotNow } from './choices.tsx';
import { EmptyEnvelope, Envelope } from './drawings.tsx';
import { LinkForm, Message, OwnLink, Submit } from './layout.tsx';
import { isOfSeveral, keptForYou, openUntil, setAside } from './set-aside.ts';

const { invitation: TEXTS, release: RELEASE, several: SEVERAL, refuse: REFUSE, refused: REFUSED } = recipientPages;

interface InvitationProps {
  invitation: Invitation;
  /** The page's own path. */
  path: string;
}

/** From whom it is, and what it is. */
export function InvitationPage({ invitation, path, now }: InvitationProps & { now: Date }) {
  const { opened, time_zone, recipient_name, sender_name, sender_email } = invitation;
  const until = openUntil(invitation);
  const person = identified(sender_name, sender_email);
  const texts = textsOf(invitation, now);
  return (
    <Message
      drawing={<Envelope recipient={recipient_name} day={new Date(invitation.sent_on)} timeZone={time_zone} />}
      heading={texts.heading}
      title={texts.title}
    >
      <p className="lead">{texts.lead}</p>
      <p>{sayRich(TEXTS['sent-for'], { person, check: (words) => <a href={genuinePath()}>{words}</a> })}</p>
      {texts.sorry && <p>{texts.sorry}</p>}
      <LinkForm path={path} intent="open">
        <Submit>{texts.open}</Submit>
      </LinkForm>
      <p className="small">{say(opened ? texts.again : texts.first, { until })}</p>
      {!opened && texts.seen && <p className="small">{texts.seen}</p>}
      {!opened && (
        <p className="small">
          <OwnLink href="?refuse">{say(TEXTS.refuse)}</OwnLink>
        </p>
      )}
      <NotNow invitation={invitation} path={path} />
      <NothingMore invitation={invitation} />
    </Message>
  );
}

function textsOf(invitation: Invitation, now: Date) {
  if (invitation.origin === 'release') return releaseTexts(invitation);
  return isOfSeveral(invitation) ? severalTexts(invitation) : deliveryTexts(invitation, now);
}

function severalTexts(invitation: Invitation) {
  const { sender } = namesOf(invitation);
  return {
    ...releaseTexts(invitation),
    ...SEVERAL,
    lead: keptForYou(invitation),
    seen: say(TEXTS.seen, { sender }),
    sorry: null,
  };
}

function deliveryTexts({ type, ...invitation }: Invitation, now: Date) {
  const { recipient, sender } = namesOf(invitation);
  return {
    ...TEXTS,
    title: say(TEXTS.title, { sender, type }),
    heading: recipient
      ? say(TEXTS['heading-named'], { recipient, sender, type })
      : say(TEXTS.heading, { sender, type }),
    lead: whenSent({ type, ...invitation }, now),
    open: say(TEXTS.open, { type }),
    seen: say(TEXTS.seen, { sender }),
    sorry: null,
  };
}

function releaseTexts(invitation: Invitation) {
  const { recipient, sender } = namesOf(invitation);
  return {
    ...RELEASE,
    title: say(RELEASE.title, { sender }),
    heading: recipient ? say(RELEASE['heading-named'], { recipient, sender }) : say(RELEASE.heading, { sender }),
    lead: setAside(invitation),
    open: say(RELEASE.open),
    // Its sender may have died.
    seen: null,
    sorry: invitation.silent_since === null ? null : say(RELEASE.sorry, { sender }),
  };
}

function namesOf({ sender_name, recipient_name }: Pick<Invitation, 'sender_name' | 'recipient_name'>) {
  return { sender: shownName(sender_name), recipient: oneLine(recipient_name ?? '') };
}

function whenSent({ type, written_at, sent_on, time_zone: zone, ...invitation }: Invitation, now: Date): string {
  const title = quoted(invitation.title);
  const written = plainDate(new Date(written_at), zone);
  const sent = plainDate(new Date(sent_on), zone);
  if (written === sent) return say(TEXTS['sent-same-day'], { title, type, written });
  const text = sent === plainDate(now, zone) ? TEXTS['sent-today'] : TEXTS['sent-later'];
  return say(text, { title, type, written, sent });
}

/** Asks once more, since the link is closed after that. */
export function RefusePage({ invitation, path }: InvitationProps) {
  const { type, origin } = invitation;
  const { sender } = namesOf(invitation);
  const isRelease = origin === 'release';
  const isSeveral = isOfSeveral(invitation);
  const title = quoted(invitation.title);
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(REFUSE.heading)} title={say(REFUSE.title)}>
      <p className="lead">
        {isRelease
          ? say(REFUSE['release-lead'], { sender })
          : isSeveral
            ? say(REFUSE['several-lead'], { sender })
            : say(REFUSE.lead, { sender, title, type })}
      </p>
      <p>
        {isRelease
          ? say(REFUSE['release-warning'])
          : isSeveral
            ? say(REFUSE['several-warning'], { sender })
            : say(REFUSE.warning, { sender, type })}
      </p>
      <LinkForm path={path} intent="refuse">
        <Submit look="secondary">{say(REFUSE.submit)}</Submit>
      </LinkForm>
      <p>
        <a href={path}>{isRelease || isSeveral ? say(REFUSE['release-back']) : say(REFUSE.back, { type })}</a>
      </p>
    </Message>
  );
}

/** The answer to it. */
export function RefusedPage({ invitation }: { invitation: Invitation }) {
  const { type, origin } = invitation;
  const { sender } = namesOf(invitation);
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(REFUSED.heading)} title={say(REFUSED.title)}>
      <p className="lead">
        {origin === 'release'
          ? say(REFUSED['release-lead'])
          : isOfSeveral(invitation)
            ? say(REFUSED['several-lead'], { sender })
            : say(REFUSED.lead, { sender, type })}
      </p>
      <p>{say(REFUSED.advice)}</p>
    </Message>
  );
}
