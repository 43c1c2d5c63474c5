/** What the protocol writes to its owner. The pages behind the links say the same, by the same functions. */
import { DAY } from '#domain/time/durations.ts';
import { placeOf, writtenDate, writtenMoment, writtenSpan } from '#domain/time/written.ts';
import { type Mail, type MailDay, type MailDays, type MailParts, renderMail } from './layout.ts';
import { listed, quoted, shownName } from './words.ts';

/** In what the dates of a protocol are told. */
export interface ProtocolClock {
  /** The owner's. */
  timeZone: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/** What warnings to the owner know. */
export interface OwnWatch {
  ownerName: string;
  clock: ProtocolClock;
  now: Date;
  lastCheckIn: Date;
  /** Whole protocol days since then. */
  daysSince: number;
  inactiveDays: number;
  /** The names of the trusted contacts. */
  contacts: readonly string[];
  /** How many items are set aside. */
  items: number;
  /** When contacts are told, unless there is a check-in, or when they were. */
  toldAt: Date | null;
  /** When the last call comes; null where it has been made. */
  lastCallAt: Date | null;
  /** When everything goes out, at the earliest. */
  releaseAt: Date | null;
}

export type OwnWarning = 'reminder' | 'missed' | 'last-call' | 'again';

const SUBJECT_NAME = 60;
const TITLE = 60;
const BUTTON = 'I’m Still Here';
const OPENS = 'It opens a page with one button, and needs no password.';
const REPLY = 'Reply to this email to reach us.';

/**
 * A warning to the owner of a protocol.
 * @param link leads to the page with the one button
 */
export function ownWarning(kind: OwnWarning, watch: OwnWatch, link: string): Mail {
  return renderMail({
    ...WARNINGS[kind](watch),
    action: { label: BUTTON, link },
    days: watchDays(watch, AT_THIS_MOMENT[kind](watch)),
    why: [
      `You get this because your emergency protocol is active, with ${days(watch.inactiveDays)}. You can change the days, or turn it off, on the emergency page.`,
      REPLY,
    ],
  });
}

type Words = Omit<MailParts, 'action' | 'days' | 'why'>;

const WARNINGS: Record<OwnWarning, (watch: OwnWatch) => Words> = {
  reminder: (watch) => ({
    subject: `Are you still here, ${shortName(watch)}?${left(watch, watch.toldAt)}`,
    preview: `One tap says yes. If you do nothing, ${nextAfter(watch)}.`,
    heading: `Are you still here, ${shownName(watch.ownerName)}?`,
    paragraphs: [`${lastSeen(watch)} One tap is all it takes.`],
    notes: [`${OPENS} The ${days(watch.inactiveDays)} then start again.`],
  }),
  missed: (watch) => ({
    subject: `${shortName(watch)}, we have not heard from you. Please check in now`,
    preview: `One tap stops everything. If you do nothing, ${nextAfter(watch)}.`,
    heading: `${shownName(watch.ownerName)}, we have not heard from you.`,
    paragraphs: [
      `${lastSeen(watch)} The ${days(watch.inactiveDays)} that you chose are over.`,
      watch.contacts.length > 0
        ? `${people(watch)} ${areOrIs(watch)} being told now. One tap stops everything, and they hear that all is well.`
        : 'One tap stops everything.',
    ],
    notes: [`${OPENS} The ${days(watch.inactiveDays)} then start again.`],
  }),
  'last-call': (watch) => ({
    subject: `Last call, ${shortName(watch)}.${left(watch, watch.releaseAt)}`,
    preview: `One tap stops everything. If you do nothing, ${nextAfter(watch)}.`,
    heading: `This is the last call, ${shownName(watch.ownerName)}.`,
    paragraphs: [
      `${lastSeen(watch)} If you do nothing, ${nextAfter(watch)}. What has been read then cannot be taken back.`,
      'One tap stops everything.',
    ],
    notes: [OPENS],
  }),
  again: (watch) => ({
    subject: `Are you still here, ${shortName(watch)}? We could not be reached for a while`,
    preview: 'That was our fault, and the time does not count. One tap says that you are here.',
    heading: `Are you still here, ${shownName(watch.ownerName)}?`,
    paragraphs: [
      'Stillhere could not be reached for a while. If you tried to check in, it may not have worked. That was our fault, and nothing was sent meanwhile.',
      `We write again so that you have time to answer. ${lastSeen(watch)}`,
    ],
    notes: [`${OPENS} Everything then starts again.`],
  }),
};

/** What is being done by the mail itself, for the first line of its dates. */
const AT_THIS_MOMENT: Record<OwnWarning, (watch: OwnWatch) => string> = {
  reminder: () => 'We ask you. Nobody else has been told anything.',
  missed: (watch) =>
    watch.contacts.length > 0
      ? `${people(watch)} ${areOrIs(watch)} told that we have not heard from you.`
      : 'We ask you. Nobody else is told: you have named no trusted contact.',
  'last-call': () => 'We ask you for the last time.',
  again: () => 'We ask you again.',
};

/** What the owner is told when everything has gone out. */
export interface OwnRelease extends Pick<OwnWatch, 'ownerName' | 'clock' | 'lastCheckIn'> {
  releasedAt: Date;
  /** The names of those to whom it goes. */
  recipients: readonly string[];
  /** The titles of what goes to each of them. */
  titles: readonly string[];
}

/**
 * Tells the owner what went to whom, and how to come back.
 * @param link leads to the emergency page
 */
export function ownRelease(release: OwnRelease, link: string): Mail {
  const { ownerName, clock, lastCheckIn, releasedAt } = release;
  const [when, seen] = [placedMoment(releasedAt, clock), placedMoment(lastCheckIn, clock)];
  const to = listed(release.recipients.map((name) => shownName(name)));
  const what = listed(release.titles.map((title) => quoted(title, TITLE)));
  const isSent = release.recipients.length > 0 && release.titles.length > 0;
  return renderMail({
    subject: isSent
      ? `${shownName(ownerName, SUBJECT_NAME)}, what you set aside is on its way`
      : `${shownName(ownerName, SUBJECT_NAME)}, your emergency protocol has run its course`,
    preview: 'If you read this, come back: what has not been opened closes again.',
    heading: isSent ? 'What you set aside is on its way.' : 'Your emergency protocol has run its course.',
    paragraphs: [
      `We have not heard from you since ${seen}, so on ${when} your emergency protocol did what you asked of it.`,
      isSent
        ? `To ${to} we send: ${what}.`
        : 'Nothing was sent: there was no trusted contact, or nothing was set aside for them.',
      isSent
        ? 'If you read this, say that you are back. What has not gone does not go, what nobody has opened closes again, everybody who was told hears that all is well, and the protocol starts again.'
        : 'If you read this, say that you are back, and the protocol starts again.',
    ],
    action: { label: 'I’m back', link },
    notes: ['You may be asked to sign in first. Everything else that you keep is as you left it.'],
    why: ['You get this because your emergency protocol was active.', REPLY],
  });
}

/**
 * What happens when, if nobody answers.
 * @param now what is done at this moment
 */
export function watchDays(watch: OwnWatch, now: string): MailDays {
  const { clock, toldAt, lastCallAt, releaseAt } = watch;
  const at = (instant: Date | null, what: string): MailDay[] =>
    instant && instant > watch.now ? [{ when: momentOf(instant, clock), what, isNow: false }] : [];
  const told =
    watch.contacts.length > 0
      ? `${people(watch)} ${areOrIs(watch)} told that we have not heard from you.`
      : 'Nobody is told: you have named no trusted contact.';
  return {
    caption: `If you do not answer, this is what happens. You can stop it at any point until the end. Hours are ${placeOf(clock.timeZone)} time.`,
    rows: [
      { when: momentOf(watch.now, clock), what: now, isNow: true },
      ...at(toldAt, told),
      ...at(lastCallAt, 'One last email to you.'),
      ...at(releaseAt, `${capital(whatGoes(watch))}.`),
    ],
  };
}

/** @returns day and time, "9 December 2026 at 08:40"; with seconds where a whole life passes in a minute */
export function momentOf(instant: Date, { timeZone, day }: ProtocolClock): string {
  return writtenMoment(instant, timeZone, day < DAY ? 'seconds' : 'minutes');
}

/** @returns the same with its place, for a sentence of its own */
export function placedMoment(instant: Date, clock: ProtocolClock): string {
  return `${momentOf(instant, clock)} (${placeOf(clock.timeZone)})`;
}

/** @returns "Your last check-in was on 9 November 2026, 27 days ago." */
export function lastSeen({ lastCheckIn, daysSince, clock }: OwnWatch): string {
  const ago = daysSince === 0 ? '' : `, ${days(daysSince)} ago`;
  return `Your last check-in was on ${writtenDate(lastCheckIn, clock.timeZone)}${ago}.`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

/** How long is left, as one more sentence; nothing where nothing is to come. */
function left({ now }: OwnWatch, until: Date | null): string {
  return until && until > now ? ` ${capital(writtenSpan(until.getTime() - now.getTime()))} left.` : '';
}

/** What comes next if nobody answers, with its date. */
function nextAfter(watch: OwnWatch): string {
  const { clock, now, toldAt, releaseAt } = watch;
  if (toldAt && toldAt > now && watch.contacts.length > 0)
    return `${people(watch)} ${areOrIs(watch)} told on ${momentOf(toldAt, clock)}`;
  const isSent = releaseAt && watch.items > 0 && watch.contacts.length > 0;
  return isSent ? `${whatGoes(watch)} on ${momentOf(releaseAt, clock)}` : whatGoes(watch);
}

function whatGoes(watch: OwnWatch): string {
  const { items, contacts } = watch;
  if (items === 0) return 'nothing is sent: you have set nothing aside';
  if (contacts.length === 0) return 'nothing is sent: you have named no trusted contact';
  return items === 1
    ? `the item that you set aside is sent to ${people(watch)}`
    : `the ${items} items that you set aside are sent to ${people(watch)}`;
}

function people({ contacts }: OwnWatch): string {
  return listed(contacts.map((name) => shownName(name)));
}

function areOrIs({ contacts }: OwnWatch): string {
  return contacts.length === 1 ? 'is' : 'are';
}

function shortName({ ownerName }: OwnWatch): string {
  return shownName(ownerName, SUBJECT_NAME);
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
