/** The mails about whether a trusted contact accepts: the question, and to the owner the answer. */
import type { ContactAnswer, ContactRole } from '#domain/contacts/contacts.ts';
import { contactAskMails as texts } from '#messages/en/contact-ask.ts';
import { say } from '#messages/say.ts';
import type { ContactReach } from './contacts.ts';
import { type Mail, renderMail } from './layout.ts';
import { identified, oneLine, shownName } from './words.ts';

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
