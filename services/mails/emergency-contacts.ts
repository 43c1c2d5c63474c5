/** The mails of the emergency protocol to trusted contacts: what happened, what comes next, and nothing of what was set aside. */
import { plainDate } from '#messages/dates.ts';
import { otherContactMails } from '#messages/en/contact-say-mails.ts';
import { contactMails } from '#messages/en/emergency-mails.ts';
import { say } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';
import { type ContactWatch, contactDays, placedMoment } from './shared-sentences.ts';
import { identified, oneLine, shownName } from './words.ts';

type Names = Pick<ContactWatch, 'ownerName' | 'ownerEmail' | 'contactName'>;

/** Where a mail to a contact leads. */
export interface ContactLinks {
  /** The page that shows the present state, the same for all mails of an episode. */
  page: string;
  /** Where the contact says that they want nothing more. */
  stop: string;
}

/**
 * How an episode ended: by the link of a warning, by anything else in the owner's account, or by switching the protocol
 * off. Who did it is not known. `unknown`: one of the first two, in a record of an earlier version.
 */
export type EpisodeEnd = 'link' | 'account' | 'off' | 'unknown';

const SUBJECT_NAME = 60;

/** Says to a contact that we have not heard from the owner. */
export function contactNotified(watch: ContactWatch, links: ContactLinks): Mail {
  const { silent } = contactMails;
  const { clock, releasedAt } = watch;
  const { names, owner, person, isNamed, inSubject } = namesOf(watch);
  const date = plainDate(watch.lastCheckIn, clock.timeZone);
  const askedUs = watch.isByRaise
    ? say(otherContactMails.silent.askedUs, { ...person, date })
    : say(silent.askedUs, { ...person, date, days: watch.inactiveDays });
  return renderMail({
    subject: say(silent.subject, { ...inSubject, date }),
    preview: askedUs,
    heading: isNamed ? say(silent.headingNamed, names) : say(silent.heading, owner),
    paragraphs: [
      askedUs,
      ...(releasedAt
        ? [say(silent.late, { ...owner, when: placedMoment(releasedAt, clock) }), say(silent.lateReach, owner)]
        : [say(silent.pleaseReach, owner), say(silent.stops, owner)]),
    ],
    action: { label: say(contactMails.label), link: links.page },
    notes: [say(silent.page), say(silent.news, owner)],
    ...(releasedAt ? {} : { days: contactDays(watch, say(silent.now)) }),
    why: [say(silent.why, owner), say(silent.about), say(silent.reply, owner)],
    stop: links.stop,
    isForStranger: true,
  });
}

/**
 * Says to a contact that there was an answer: a check-in, the protocol switched off, "I'm back". It says what was done, and
 * not that all is well: a relative, or the person whom the owner fears, may have done it.
 */
export function allClear(input: Names & { by: EpisodeEnd }, links: ContactLinks): Mail {
  const { allClear } = contactMails;
  const { by } = input;
  const { names, owner, person, isNamed, inSubject } = namesOf(input);
  const happened = say(allClear.earlier, { ...owner, happened: say(allClear.happened, { ...person, by }) });
  return renderMail({
    subject: say(allClear.subject, { ...inSubject, by }),
    preview: happened,
    heading: isNamed ? say(allClear.headingNamed, { ...names, by }) : say(allClear.heading, { ...owner, by }),
    paragraphs: [happened, say(allClear.notSeen, owner), say(allClear.nothingToDo)],
    action: { label: say(contactMails.label), link: links.page },
    notes: [],
    why: [say(allClear.why, owner), say(allClear.reply, owner)],
    stop: links.stop,
    isForStranger: true,
  });
}

/**
 * Says to a contact, after the release, that something else could not be delivered: neither what it is nor its recipient.
 */
export function undelivered(input: Names, links: ContactLinks): Mail {
  const { undelivered } = contactMails;
  const { names, owner, person, isNamed, inSubject } = namesOf(input);
  const what = say(undelivered.what, person);
  return renderMail({
    subject: say(undelivered.subject, inSubject),
    preview: what,
    heading: isNamed ? say(undelivered.headingNamed, names) : say(undelivered.heading, owner),
    paragraphs: [
      what,
      say(undelivered.whyYou, owner),
      say(undelivered.kept),
      say(undelivered.pleaseReach, owner),
      say(undelivered.settling, owner),
    ],
    action: { label: say(contactMails.label), link: links.page },
    notes: [say(undelivered.note)],
    why: [say(undelivered.why, owner), say(undelivered.reply, owner)],
    stop: links.stop,
    isForStranger: true,
  });
}

/** Says to a witness that the release has happened, and when. */
export function witnessTold(watch: ContactWatch, links: ContactLinks): Mail {
  const { witness } = contactMails;
  const { names, owner, person, isNamed, inSubject } = namesOf(watch);
  const when = placedMoment(watch.releasedAt ?? watch.now, watch.clock);
  const happened = say(witness.happened, { ...person, ...owner, when });
  return renderMail({
    subject: say(witness.subject, inSubject),
    preview: happened,
    heading: isNamed ? say(witness.headingNamed, names) : say(witness.heading, owner),
    paragraphs: [happened, say(witness.nothing, owner), say(witness.sorry, owner)],
    action: { label: say(contactMails.label), link: links.page },
    notes: [say(contactMails.silent.page), say(contactMails.silent.news, owner)],
    why: [say(witness.why, owner), say(witness.reply, owner)],
    stop: links.stop,
    isForStranger: true,
  });
}

/** The names as values of sentences. A subject has a shorter one. */
export function namesOf({ ownerName, ownerEmail, contactName }: Names) {
  const owner = shownName(ownerName);
  const contact = oneLine(contactName);
  return {
    names: { owner, contact },
    owner: { owner },
    person: { person: identified(ownerName, ownerEmail) },
    isNamed: contact !== '',
    inSubject: { owner: shownName(ownerName, SUBJECT_NAME) },
  };
}
