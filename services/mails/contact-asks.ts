/** The mails about whether a trusted contact accepts: the question, and to the owner the answer. */
import type { ContactAnswer, ContactRole } from '#domain/contacts/contacts.ts';
import { contactAskMails as texts } from '#messages/en/contact-ask.ts';
import { say } from '#messages/say.ts';
import type { ContactReach } from './contacts.ts';
import { type Mail, renderMail } from './layout.ts';
import { identified, listed, oneLine, shownName } from './words.ts';

const SUBJECT_NAME = 60;
/** An owner could write a message to a stranger as the name of a contact. */
const HEADING_NAME = 30;

/**
 * Asks a contact whether they accept, and says that nothing has happened.
 * @param link leads to the page on which they answer
 * @param stop where the contact says that they want nothing more
 */
export function contactAsked(ask: ContactReach & { role: ContactRole }, link: string, stop: string): Mail {
  const { asked } = texts;
  const owner = shownName(ask.ownerName);
  const contact = oneLine(ask.contactName, HEADING_NAME);
  const who = say(asked.who, { person: identified(ask.ownerName, ask.ownerEmail) });
  return renderMail({
    subject: say(asked.subject, { owner: shownName(ask.ownerName, SUBJECT_NAME) }),
    preview: who,
    heading: contact ? say(asked.headingNamed, { contact, owner }) : say(asked.heading, { owner }),
    paragraphs: [who, say(asked.nothing, { owner }), say(asked.means[ask.role], { owner })],
    action: { label: say(asked.label), link },
    notes: [say(asked.note)],
    why: [say(asked.why, { owner }), say(asked.reply, { owner, email: ask.ownerEmail })],
    stop,
    isForStranger: true,
  });
}

/**
 * Asks an owner whether the addresses of their contacts are still right.
 * @param contacts at least one
 * @param link leads to the contacts
 */
export function contactsCheck(contacts: readonly { name: string; email: string }[], link: string): Mail {
  const { check } = texts;
  const people = listed(contacts.map(({ name, email }) => identified(name, email)));
  return renderMail({
    subject: say(check.subject),
    preview: say(check.preview, { count: contacts.length }),
    heading: say(check.subject),
    paragraphs: [say(check.named, { people }), say(check.matters), say(check.nothing)],
    action: { label: say(check.label), link },
    notes: [],
    why: [say(check.why), say(check.reply)],
    isOptional: true,
  });
}

/** What the mail about an answer says. */
interface Answered extends ContactReach {
  answer: ContactAnswer;
  /** The address that they gave; null for none. */
  proposedEmail: string | null;
}

/**
 * Says to an owner what a contact answered.
 * @param link leads to the contact
 */
export function contactAnswered({ contactName, contactEmail, answer, proposedEmail }: Answered, link: string): Mail {
  const { answered } = texts;
  const contact = shownName(contactName);
  const email = oneLine(contactEmail);
  const what = proposedEmail
    ? say(answered.other, { contact, email, other: oneLine(proposedEmail) })
    : say(answered.said, { contact, answer });
  return renderMail({
    subject: say(answered.subject, { contact: shownName(contactName, SUBJECT_NAME) }),
    preview: what,
    heading: say(answered.heading, { contact }),
    paragraphs: [what, proposedEmail ? say(answered.check, { contact }) : say(answered.next, { contact, answer })],
    action: { label: say(answered.label), link },
    notes: [],
    why: [say(answered.why, { contact }), say(answered.reply)],
  });
}
