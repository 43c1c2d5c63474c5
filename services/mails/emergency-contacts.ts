/** The mails of the emergency protocol to trusted contacts: what happened, what comes next, and nothing of what was set aside. */
import { plainDate } from '#messages/dates.ts';
import { contactMails } from '#messages/en/emergency-mails.ts';
import { say, sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';
import { type ContactWatch, contactDays, placedMoment } from './shared-sentences.ts';
import { oneLine, shownName } from './words.ts';

type Names = Pick<ContactWatch, 'ownerName' | 'contactName'>;

const SUBJECT_NAME = 60;

/**
 * Says to a contact that we have not heard from the owner.
 * @param link leads to a page that shows the present state
 */
export function contactNotified(watch: ContactWatch, link: string): Mail {
  const { silent } = contactMails;
  const { clock, releasedAt } = watch;
  const { names, owner, isNamed, inSubject } = namesOf(watch);
  return renderMail({
    subject: say(silent.subject, inSubject),
    preview: say(silent.preview, owner),
    heading: isNamed ? say(silent.headingNamed, names) : say(silent.heading, owner),
    paragraphs: [
      say(silent.since, {
        ...owner,
        date: plainDate(watch.lastCheckIn, clock.timeZone),
        days: watch.inactiveDays,
      }),
      releasedAt
        ? say(silent.late, { ...owner, when: placedMoment(releasedAt, clock) })
        : say(silent.pleaseReach, owner),
    ],
    action: { label: say(contactMails.label), link },
    notes: sayAll(silent.notes),
    ...(releasedAt ? {} : { days: contactDays(watch, say(silent.now)) }),
    why: [say(silent.why, owner), say(silent.reply, owner)],
  });
}

/**
 * Says to a contact that all is well: after a check-in, after the protocol was switched off, after "I'm back".
 * @param link leads to the same page as before
 */
export function allClear(input: Names, link: string): Mail {
  const { allClear } = contactMails;
  const { names, owner, isNamed, inSubject } = namesOf(input);
  return renderMail({
    subject: say(allClear.subject, inSubject),
    preview: say(allClear.preview),
    heading: isNamed ? say(allClear.headingNamed, names) : say(allClear.heading),
    paragraphs: [say(allClear.heard, owner), say(allClear.nothingToDo)],
    action: { label: say(contactMails.label), link },
    notes: [],
    why: [say(allClear.why, owner), say(allClear.reply, owner)],
  });
}

/**
 * Says to a contact, after the release, that something else could not be delivered: neither what it is nor its recipient.
 * @param link leads to the same page as before
 */
export function undelivered(input: Names, link: string): Mail {
  const { undelivered } = contactMails;
  const { names, owner, isNamed, inSubject } = namesOf(input);
  return renderMail({
    subject: say(undelivered.subject, inSubject),
    preview: say(undelivered.preview),
    heading: isNamed ? say(undelivered.headingNamed, names) : say(undelivered.heading, owner),
    paragraphs: [
      say(undelivered.what, owner),
      say(undelivered.kept, owner),
      say(undelivered.pleaseReach, owner),
      say(undelivered.settling, owner),
    ],
    action: { label: say(contactMails.label), link },
    notes: [say(undelivered.note)],
    why: [say(undelivered.why, owner), say(undelivered.reply, owner)],
  });
}

/** The names as values of sentences. A subject has a shorter one. */
function namesOf({ ownerName, contactName }: Names) {
  const owner = shownName(ownerName);
  const contact = oneLine(contactName);
  return {
    names: { owner, contact },
    owner: { owner },
    isNamed: contact !== '',
    inSubject: { owner: shownName(ownerName, SUBJECT_NAME) },
  };
}
