/** The mails about whether a trusted contact can be reached: the test, that a mail came back, and that they want nothing more. */
import { contactTestMails } from '#messages/en/contact-test-mail.ts';
import { say } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';
import { identified, oneLine, shownName } from './words.ts';

/** Whom such a mail is about. */
export interface ContactReach {
  ownerName: string;
  /** Confirmed. */
  ownerEmail: string;
  contactName: string;
  contactEmail: string;
}

const SUBJECT_NAME = 60;
/** An owner could write a message to a stranger as the name of a contact. */
const HEADING_NAME = 30;

/**
 * Says to a contact that their owner tries whether mails arrive, and that nothing has happened.
 * @param link leads to a page that says what Stillhere is
 * @param stop where the contact says that they want nothing more
 */
export function contactTest({ ownerName, ownerEmail, contactName }: ContactReach, link: string, stop: string): Mail {
  const { test } = contactTestMails;
  const owner = shownName(ownerName);
  const contact = oneLine(contactName, HEADING_NAME);
  const who = say(test.who, { person: identified(ownerName, ownerEmail) });
  return renderMail({
    subject: say(test.subject, { owner: shownName(ownerName, SUBJECT_NAME) }),
    preview: who,
    heading: contact ? say(test.headingNamed, { contact }) : say(test.heading),
    paragraphs: [who, say(test.done), say(test.nothing, { owner }), say(test.later, { owner })],
    action: { label: say(test.label), link },
    notes: [],
    why: [say(test.why, { owner }), say(test.reply, { owner, email: ownerEmail })],
    stop,
    isForStranger: true,
  });
}

/**
 * Says to an owner that a mail to a contact came back.
 * @param link leads to the contacts
 */
export function contactBounced({ contactName, contactEmail }: ContactReach, link: string): Mail {
  const { bounced } = contactTestMails;
  const contact = shownName(contactName);
  const whom = { contact, email: contactEmail };
  return renderMail({
    subject: say(bounced.subject, { contact: shownName(contactName, SUBJECT_NAME) }),
    preview: say(bounced.preview, whom),
    heading: say(bounced.heading, { contact }),
    paragraphs: [say(bounced.what, whom), say(bounced.matters, { contact })],
    action: { label: say(bounced.label), link },
    notes: [say(bounced.note)],
    why: [say(bounced.why, { contact }), say(bounced.reply)],
  });
}

/**
 * Says to an owner that a contact wants nothing more.
 * @param link leads to the contacts
 */
export function contactStopped({ contactName, contactEmail }: ContactReach, link: string): Mail {
  const { stopped } = contactTestMails;
  const contact = shownName(contactName);
  return renderMail({
    subject: say(stopped.subject, { contact: shownName(contactName, SUBJECT_NAME) }),
    preview: say(stopped.preview, { contact }),
    heading: say(stopped.heading, { contact }),
    paragraphs: [
      say(stopped.what, { email: contactEmail }),
      say(stopped.matters, { contact }),
      say(stopped.others),
      say(stopped.ask, { contact }),
    ],
    action: { label: say(stopped.label), link },
    notes: [],
    why: [say(stopped.why, { contact }), say(stopped.reply)],
  });
}
