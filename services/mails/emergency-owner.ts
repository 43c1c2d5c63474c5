/** The mails of the emergency protocol to its owner. */
import { spanOf } from '#domain/time/written.ts';
import { contactSayMails } from '#messages/en/contact-say-mails.ts';
import { emergencyMails } from '#messages/en/emergency-mails.ts';
import { say, sayAll } from '#messages/say.ts';
import { type Mail, type MailParts, renderMail } from './layout.ts';
import {
  lastSeen,
  momentOf,
  type OwnWatch,
  peopleOf,
  placedMoment,
  receiversOf,
  watchDays,
} from './shared-sentences.ts';
import { listed, quoted, shownName } from './words.ts';

export type OwnWarning = 'reminder' | 'missed' | 'last-call' | 'again';

const SUBJECT_NAME = 60;
const TITLE = 60;

/**
 * A warning to the owner of a protocol.
 * @param link leads to the page with the one button
 */
export function ownWarning(kind: OwnWarning, watch: OwnWatch, link: string): Mail {
  const { now, ...texts } = WARNINGS[kind](watch);
  return renderMail({
    ...texts,
    action: { label: say(emergencyMails.label), link },
    days: watchDays(watch, now, 'mail'),
    why: [say(emergencyMails.why, { days: watch.inactiveDays }), say(emergencyMails.reply)],
  });
}

/** Of one warning; `now` says what the mail itself does, in the first line of its dates. */
type Warning = Pick<MailParts, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'notes'> & { now: string };

const WARNINGS: Record<OwnWarning, (watch: OwnWatch) => Warning> = {
  reminder: (watch) => {
    const { reminder } = emergencyMails;
    const [name, left] = [shortName(watch), timeLeft(watch, watch.notifyAt)];
    return {
      subject: left ? say(reminder.subjectLeft, { name, left }) : say(reminder.subject, { name }),
      preview: say(reminder.preview, { next: nextAfter(watch) }),
      heading: say(reminder.heading, { name: shownName(watch.ownerName) }),
      paragraphs: [say(reminder.lastSeen, { lastSeen: lastSeen(watch) })],
      notes: [say(reminder.note, { days: watch.inactiveDays }), say(reminder.whatCounts)],
      now: say(reminder.now),
    };
  },
  missed: (watch) => {
    const { missed } = emergencyMails;
    const hasContacts = watch.contacts.length > 0;
    return {
      subject: say(missed.subject, { name: shortName(watch) }),
      preview: say(missed.preview, { next: nextAfter(watch) }),
      heading: say(missed.heading, { name: shownName(watch.ownerName) }),
      paragraphs: [
        watch.isByRaise
          ? say(contactSayMails.missed.over, { lastSeen: lastSeen(watch) })
          : say(missed.over, { lastSeen: lastSeen(watch), days: watch.inactiveDays }),
        hasContacts ? say(missed.telling, peopleOf(watch)) : say(missed.checkIn),
      ],
      notes: [say(missed.note, { days: watch.inactiveDays })],
      now: hasContacts ? say(emergencyMails.days.notified, peopleOf(watch)) : say(missed.now),
    };
  },
  'last-call': (watch) => {
    const { lastCall } = emergencyMails;
    const [name, left, next] = [
      shortName(watch),
      timeLeft(watch, watch.confirmableFrom ?? watch.releaseAt),
      nextAfter(watch),
    ];
    return {
      subject: left ? say(lastCall.subjectLeft, { name, left }) : say(lastCall.subject, { name }),
      preview: say(lastCall.preview, { next }),
      heading: say(lastCall.heading, { name: shownName(watch.ownerName) }),
      paragraphs: [
        say(sends(watch) ? lastCall.whatNextSent : lastCall.whatNext, { lastSeen: lastSeen(watch), next }),
        say(lastCall.checkIn),
      ],
      notes: [say(lastCall.note)],
      now: say(lastCall.now),
    };
  },
  again: (watch) => {
    const { again } = emergencyMails;
    return {
      subject: say(again.subject, { name: shortName(watch) }),
      preview: say(again.preview),
      heading: say(again.heading, { name: shownName(watch.ownerName) }),
      paragraphs: [say(again.unreachable), say(again.lastSeen, { lastSeen: lastSeen(watch) })],
      notes: [say(again.note, { days: watch.inactiveDays })],
      now: say(again.now),
    };
  },
};

/** What the mail to the owner says when everything has gone out. */
export interface OwnRelease extends Pick<OwnWatch, 'ownerName' | 'clock' | 'lastCheckIn' | 'plan'> {
  releasedAt: Date;
  /** The names of those to whom it goes. */
  recipients: readonly string[];
  /** The titles of what goes to each of them, or by the plan to some. */
  titles: readonly string[];
}

/**
 * Says to the owner what went to whom, and how to come back.
 * @param link leads to the emergency page
 */
export function ownRelease(release: OwnRelease, link: string): Mail {
  const { released } = emergencyMails;
  const { ownerName, clock, lastCheckIn, releasedAt, recipients, titles, plan } = release;
  const name = shownName(ownerName, SUBJECT_NAME);
  const isSent = recipients.length > 0 && titles.length > 0;
  const values = {
    people: listed(recipients.map((recipient) => shownName(recipient))),
    titles: listed(titles.map((title) => quoted(title, TITLE))),
  };
  return renderMail({
    subject: say(isSent ? released.subjectSent : released.subject, { name }),
    preview: say(released.preview),
    heading: isSent ? say(released.headingSent) : say(released.heading),
    paragraphs: [
      say(released.silent, { seen: placedMoment(lastCheckIn, clock), when: placedMoment(releasedAt, clock) }),
      isSent ? say(plan ? released.planned : released.sent, values) : say(released.nothingSent),
      isSent ? say(released.comeBackSent) : say(released.comeBack),
    ],
    action: { label: say(released.label), link },
    notes: [say(released.note)],
    why: sayAll(released.why),
  });
}

/** "3 days left.", or null where nothing is to come. */
function timeLeft({ now }: OwnWatch, until: Date | null): string | null {
  return until && until > now ? say(emergencyMails.left, spanOf(until.getTime() - now.getTime())) : null;
}

/** What comes next if there is no answer, with its date, as a sentence. */
function nextAfter(watch: OwnWatch): string {
  const { next } = emergencyMails;
  const { clock, now, notifyAt, releaseAt, items, contacts, plan } = watch;
  const { people } = peopleOf(watch);
  if (notifyAt && notifyAt > now && contacts.length > 0)
    return say(next.notified, { people, date: momentOf(notifyAt, clock) });
  if (items === 0) return say(next.noItems);
  if (contacts.length === 0) return say(next.noContacts);
  if (releaseAt && watch.confirmableFrom && watch.confirmations)
    return say(contactSayMails.lastCall.ifConfirmed, {
      date: momentOf(releaseAt, clock),
      first: momentOf(watch.confirmableFrom, clock),
      needed: watch.confirmations.needed,
    });
  if (plan && releaseAt) return say(next.planned, { ...receiversOf(plan), date: momentOf(releaseAt, clock) });
  return releaseAt
    ? say(next.sentOn, { items, people, date: momentOf(releaseAt, clock) })
    : say(next.sent, { items, people });
}

function sends({ items, contacts }: OwnWatch): boolean {
  return items > 0 && contacts.length > 0;
}

function shortName({ ownerName }: OwnWatch): string {
  return shownName(ownerName, SUBJECT_NAME);
}
