/** The mails about a hold after a duress check-in: to one contact only, and with no link that shows anything of the owner. */
import { duressMails as texts } from '#messages/en/duress-mails.ts';
import { say } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';
import { type ContactWatch, placedMoment } from './shared-sentences.ts';
import { identified, oneLine, shownName } from './words.ts';

/** A hold, as its mails tell of it. */
interface HoldTold extends Pick<ContactWatch, 'clock'> {
  ownerName: string;
  /** Null where it is not confirmed. */
  ownerEmail: string | null;
  contactName: string;
  beganAt: Date;
  endsAt: Date;
}

const SUBJECT_NAME = 60;
/** An owner could write a message to a stranger as the name of a contact. */
const HEADING_NAME = 30;

/**
 * Says to the chosen contact that somebody may force the owner, what is held, and what to do.
 * @param link leads to a page that says what Stillhere is
 * @param stop where the contact says that they want nothing more
 */
export function duressBegan(hold: HoldTold, link: string, stop: string): Mail {
  const { began } = texts;
  const owner = shownName(hold.ownerName);
  const contact = oneLine(hold.contactName, HEADING_NAME);
  const alone = say(texts.alone, { person: identified(hold.ownerName, hold.ownerEmail) });
  const when = placedMoment(hold.beganAt, hold.clock);
  return renderMail({
    subject: say(texts.subject, { owner: shownName(hold.ownerName, SUBJECT_NAME) }),
    preview: alone,
    heading: contact ? say(began.headingNamed, { contact, owner }) : say(began.heading, { owner }),
    paragraphs: [
      alone,
      say(began.who, { owner, when }),
      say(began.quiet, { owner }),
      say(began.help, { owner }),
      say(began.held, { owner, until: placedMoment(hold.endsAt, hold.clock) }),
      say(began.others, { owner }),
    ],
    action: { label: say(texts.label), link },
    notes: [say(began.note, { owner })],
    why: [say(texts.why, { owner }), say(texts.reply, { owner })],
    stop,
    isForStranger: true,
  });
}

/**
 * Says to the same contact that the hold is over.
 * @param link as `duressBegan`
 * @param stop as `duressBegan`
 */
export function duressEnded(hold: HoldTold & { by: 'owner' | 'time' }, link: string, stop: string): Mail {
  const { ended } = texts;
  const owner = shownName(hold.ownerName);
  const contact = oneLine(hold.contactName, HEADING_NAME);
  const alone = say(texts.alone, { person: identified(hold.ownerName, hold.ownerEmail) });
  const [began, when] = [hold.beganAt, hold.endsAt].map((at) => placedMoment(at, hold.clock)) as [string, string];
  return renderMail({
    subject: say(texts.subject, { owner: shownName(hold.ownerName, SUBJECT_NAME) }),
    preview: alone,
    heading: contact ? say(ended.headingNamed, { contact, owner }) : say(ended.heading, { owner }),
    paragraphs: [
      alone,
      say(ended.what, { owner, began }),
      say(ended.how, { owner, when, by: hold.by }),
      say(ended.next),
      say(ended.unsure, { owner }),
    ],
    action: { label: say(texts.label), link },
    notes: [],
    why: [say(texts.why, { owner }), say(texts.reply, { owner })],
    stop,
    isForStranger: true,
  });
}
