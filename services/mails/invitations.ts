/** The mails to recipients: something is here for you, and this is how to open it. */
import type { ContentType, TypeCounts } from '#domain/content/content.ts';
import { plainDate } from '#messages/dates.ts';
import { invitations } from '#messages/en/invitations.ts';
import { say } from '#messages/say.ts';
import { type Mail, type MailParts, renderMail } from './layout.ts';
import { identified, inWords, oneLine, quoted, shownName } from './words.ts';

/** What both invitations say. */
interface Invitation {
  senderName: string;
  /** Null unless its owner has confirmed it. */
  senderEmail: string | null;
  recipientName: string | null;
  /** The sender's zone, for the dates. */
  timeZone: string;
  /** The address of the recipient's page. */
  link: string;
  /** Null for a link that is valid for as long as Stillhere exists. */
  expiresAt: Date | null;
  /** Where the recipient says that they want nothing more; none in a preview. */
  stop?: string;
}

/** What the invitation says. Never the content: machines read a mail on its way. */
export interface InvitationInput extends Invitation {
  /** Of the first item. */
  type: ContentType;
  title: string;
  /** Of several items: their kinds. */
  types?: TypeCounts | null;
  /** The page asks a question before it opens it. */
  isAsked?: boolean;
  writtenAt: Date;
  sentAt: Date;
}

const SUBJECT_NAME = 60;
const SUBJECT_TITLE = 90;

/** The mail to the recipient: who sends it for whom, and how to open it. A reply goes to the sender's address, if we show one. */
export function invitation(input: InvitationInput): Mail {
  return renderMail(invitationParts(input));
}

/** @returns the sentences of that mail */
export function invitationParts(input: InvitationInput): MailParts {
  if (input.types) return partsOfSeveral(input, input.types);
  const { delivery } = invitations;
  const { type, timeZone } = input;
  const values = { ...valuesOf(input), type };
  const { sender, recipient } = values;
  const written = plainDate(input.writtenAt, timeZone);
  const sent = plainDate(input.sentAt, timeZone);
  const sentFor = written === sent ? say(delivery.sentFor, values) : say(delivery.sentForKept, { ...values, sent });
  return {
    subject: say(delivery.subject, {
      type,
      sender: shownName(input.senderName, SUBJECT_NAME),
      title: quoted(input.title, SUBJECT_TITLE),
    }),
    preview: sentFor,
    heading: recipient ? say(delivery.headingNamed, values) : say(delivery.heading, values),
    paragraphs: [sentFor, say(delivery.made, { type, written, title: quoted(input.title) })],
    action: { label: say(delivery.label, { type }), link: input.link },
    notes: [
      say(delivery.opening, values),
      secretOf(input, say(delivery.secret, { type })),
      say(delivery.notForMe, values),
    ],
    why: [
      say(delivery.why, values),
      say(delivery.about),
      say(input.senderEmail ? delivery.replyToSender : delivery.replyToUs, { sender }),
    ],
    stop: input.stop ?? null,
    isForStranger: true,
  };
}

/** Who can open it. */
function secretOf({ isAsked, senderName }: InvitationInput, byLink: string): string {
  return isAsked ? say(invitations.asked, { sender: shownName(senderName) }) : byLink;
}

function partsOfSeveral(input: InvitationInput, types: TypeCounts): MailParts {
  const { several, delivery } = invitations;
  const values = { ...valuesOf(input), things: inWords(types) };
  const { sender, recipient } = values;
  const sentFor = say(several.sentFor, values);
  return {
    subject: say(several.subject, { sender: shownName(input.senderName, SUBJECT_NAME), things: values.things }),
    preview: sentFor,
    heading: recipient ? say(several.headingNamed, values) : say(several.heading, { sender }),
    paragraphs: [sentFor, say(several.made, { ...values, title: quoted(input.title) })],
    action: { label: say(several.label), link: input.link },
    notes: [say(several.opening, values), secretOf(input, say(several.secret)), say(several.notForMe, { sender })],
    why: [
      say(several.why, { sender }),
      say(delivery.about),
      say(input.senderEmail ? delivery.replyToSender : delivery.replyToUs, { sender }),
    ],
    stop: input.stop ?? null,
    isForStranger: true,
  };
}

/** The mail to a recipient who said "not now". It names nothing of what waits. */
export function recipientReminder(input: Invitation): Mail {
  const { reminder, delivery } = invitations;
  const values = valuesOf(input);
  const { sender, recipient } = values;
  const asked = say(reminder.asked, values);
  return renderMail({
    subject: say(reminder.subject, { sender: shownName(input.senderName, SUBJECT_NAME) }),
    preview: asked,
    heading: recipient ? say(reminder.headingNamed, values) : say(reminder.heading, { sender }),
    paragraphs: [asked, say(reminder.hurry, values)],
    action: { label: say(reminder.label), link: input.link },
    notes: [say(reminder.again)],
    why: [say(reminder.why), say(delivery.replyToUs, { sender })],
    stop: input.stop ?? null,
    isForStranger: true,
  });
}

/** What the invitation of a release says. No title: that of something for this moment would say too much. */
interface ReleaseInvitationInput extends Invitation {
  types: TypeCounts;
  /** The owner's last check-in. */
  silentSince: Date;
}

/** The mail to a trusted contact when an emergency protocol is released. We do not know why the owner is silent, and do not guess. */
export function releaseInvitation(input: ReleaseInvitationInput): Mail {
  const { release } = invitations;
  const values = valuesOf(input);
  const { sender, recipient } = values;
  const since = plainDate(input.silentSince, input.timeZone);
  const sentFor = say(release.sentFor, { ...values, since });
  return renderMail({
    subject: say(release.subject, { sender: shownName(input.senderName, SUBJECT_NAME), since }),
    preview: sentFor,
    heading: recipient ? say(release.headingNamed, values) : say(release.heading, { sender }),
    paragraphs: [
      sentFor,
      say(release.things, { sender, things: inWords(input.types) }),
      say(release.silent, { sender }),
    ],
    action: { label: say(release.label), link: input.link },
    notes: [say(release.opening, values), say(release.secret), say(release.isWell, { sender }), say(release.notForMe)],
    why: [say(release.why, { sender }), say(release.reply, { sender })],
    stop: input.stop ?? null,
    isForStranger: true,
  });
}

function valuesOf({ senderName, senderEmail, recipientName, expiresAt, timeZone, link }: Invitation) {
  return {
    sender: shownName(senderName),
    person: identified(senderName, senderEmail),
    recipient: oneLine(recipientName ?? ''),
    until: expiresAt
      ? say(invitations.until.date, { date: plainDate(expiresAt, timeZone) })
      : say(invitations.until.endless),
    host: new URL(link).host,
  };
}
