/** The mails that follow what a trusted contact said: to the owner, and to the other contacts. */

import { contactSayMails, otherContactMails } from '#messages/en/contact-say-mails.ts';
import { contactMails, emergencyMails } from '#messages/en/emergency-mails.ts';
import { say } from '#messages/say.ts';
import { type ContactLinks, namesOf } from './emergency-contacts.ts';
import { type Mail, renderMail } from './layout.ts';
import {
  type ContactWatch,
  contactDays,
  lastSeen,
  momentOf,
  type OwnWatch,
  peopleOf,
  placedMoment,
  watchDays,
} from './shared-sentences.ts';
import { shownName } from './words.ts';

const SUBJECT_NAME = 60;

/** What a contact said, for the owner. */
export interface OwnWord {
  /** The contact's name. */
  name: string;
  at: Date;
}

/**
 * Says to the owner that a contact has heard from them, so that the release waits.
 * @param link leads to the page with the one button
 */
export function ownHeld(watch: OwnWatch & { heldUntil: Date | null }, word: OwnWord, link: string): Mail {
  const { held } = contactSayMails;
  const contact = shownName(word.name, SUBJECT_NAME);
  const when = placedMoment(word.at, watch.clock);
  const until = watch.heldUntil && momentOf(watch.heldUntil, watch.clock);
  return renderMail({
    subject: say(held.subject, { name: shownName(watch.ownerName, SUBJECT_NAME), contact }),
    preview: until ? say(held.preview, { until }) : say(held.whatOver, { contact, when }),
    heading: say(held.heading, { contact }),
    paragraphs: [
      until ? say(held.what, { contact, when, until }) : say(held.whatOver, { contact, when }),
      say(held.checkIn, { lastSeen: lastSeen(watch) }),
    ],
    notes: [say(held.note)],
    ...ending(watch, say(held.now), link),
  });
}

/** Says to the owner that, as a contact says, something has happened to them. @param link as of `ownHeld` */
export function ownRaised(watch: OwnWatch, word: OwnWord, days: number, link: string): Mail {
  const { raised } = contactSayMails;
  const [name, contact] = [shownName(watch.ownerName, SUBJECT_NAME), shownName(word.name, SUBJECT_NAME)];
  return renderMail({
    subject: say(raised.subject, { name, contact }),
    preview: say(raised.preview),
    heading: say(raised.heading, { name: shownName(watch.ownerName) }),
    paragraphs: [
      say(raised.what, { contact, when: placedMoment(word.at, watch.clock) }),
      say(raised.checkIn),
      say(raised.otherwise, { days, ...peopleOf(watch) }),
    ],
    notes: [say(raised.note)],
    ...ending(watch, say(raised.now), link),
  });
}

function ending(watch: OwnWatch, now: string, link: string) {
  return {
    action: { label: say(emergencyMails.label), link },
    days: watchDays(watch, now, 'mail'),
    why: [say(emergencyMails.why, { days: watch.inactiveDays }), say(emergencyMails.reply)],
  };
}

/** Says to a contact that another has heard from the owner. */
export function otherHeard(watch: ContactWatch & { heldUntil: Date | null }, links: ContactLinks): Mail {
  const { held } = otherContactMails;
  const { names, owner, person, isNamed, inSubject } = namesOf(watch);
  const until = watch.heldUntil && momentOf(watch.heldUntil, watch.clock);
  const what = say(held.what, person);
  return renderMail({
    subject: say(held.subject, inSubject),
    preview: what,
    heading: isNamed ? say(held.headingNamed, names) : say(held.heading, owner),
    paragraphs: [what, until ? say(held.waits, { ...owner, until }) : say(held.waitsNot, owner), say(held.nothingToDo)],
    why: [say(held.why, owner), say(held.reply, owner)],
    ...contactEnding(watch, say(held.now), links),
  });
}

/** Says to a contact that, as another says, the owner cannot answer. */
export function otherConfirmed(
  watch: ContactWatch & { confirmations: { needed: number; given: number } },
  links: ContactLinks,
): Mail {
  const { confirmed } = otherContactMails;
  const { names, owner, person, isNamed, inSubject } = namesOf(watch);
  const what = say(confirmed.what, { ...owner, ...person });
  return renderMail({
    subject: say(confirmed.subject, inSubject),
    preview: what,
    heading: isNamed ? say(confirmed.headingNamed, names) : say(confirmed.heading, owner),
    paragraphs: [what, say(confirmed.more, { ...owner, ...watch.confirmations }), say(confirmed.heard, owner)],
    why: [say(confirmed.why, owner), say(confirmed.reply, owner)],
    ...contactEnding(watch, say(confirmed.now), links),
  });
}

function contactEnding(watch: ContactWatch, now: string, { page, stop }: ContactLinks) {
  return {
    action: { label: say(contactMails.label), link: page },
    notes: [],
    days: contactDays(watch, now),
    stop,
    isForStranger: true,
  };
}
