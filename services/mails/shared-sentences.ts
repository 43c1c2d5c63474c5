/**
 * Sentences and dates that mails share with the pages behind their links. The browser's files contain what those pages
 * import, so nothing here imports the renderer of mails.
 */
import { DAY } from '#domain/time/durations.ts';
import { placeOf } from '#domain/time/written.ts';
import { knownZone } from '#domain/time/zone.ts';
import { dateTime, plainDate } from '#messages/dates.ts';
import { contactSayMails, otherContactMails } from '#messages/en/contact-say-mails.ts';
import { deliveryMails } from '#messages/en/delivery-mails.ts';
import { contactMails, emergencyMails } from '#messages/en/emergency-mails.ts';
import { dateFormat } from '#messages/formatters.ts';
import { formatLocale, say } from '#messages/say.ts';
import type { MailDay, MailDays } from './layout.ts';
import { listed, oneLine, shownName } from './words.ts';

/** How a recipient is reached. */
export interface Reach {
  recipientEmail: string;
  /** Null for a channel that needs none. */
  recipientPhone: string | null;
  /** Of the chosen channel, as in "by WhatsApp". */
  channelLabel: string;
}

/** @returns the recipient's address, or their number with the address to which it falls back */
export function reachedAt({ recipientEmail, recipientPhone: phone, channelLabel: channel }: Reach): string {
  const email = oneLine(recipientEmail);
  return phone ? say(deliveryMails.address.either, { phone, channel, email }) : email;
}

/** How the dates of a protocol are written. */
interface ProtocolClock {
  /** The owner's. */
  timeZone: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/** What trusted contacts have a say in; left out where they have none. */
interface SayWatch {
  /** Contacts are notified because one of them said that something has happened. */
  isByRaise?: boolean;
  confirmations?: { needed: number; given: number };
  /** From when on the release comes as soon as enough contacts have confirmed; null where it does not wait for them. */
  confirmableFrom?: Date | null;
}

/** What warnings to the owner say. */
export interface OwnWatch extends SayWatch {
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
  /** Who gets what of them, in the order of the contacts; null where each contact gets all of them at the release. */
  plan: readonly { name: string; shares: readonly unknown[] }[] | null;
  /** When contacts are notified, unless there is a check-in, or when they were. */
  notifyAt: Date | null;
  /** When the last call comes; null where it has been made. */
  lastCallAt: Date | null;
  /** When everything goes out, at the earliest. */
  releaseAt: Date | null;
}

/**
 * What happens when, if there is no answer.
 * @param now what is done at this moment
 * @param shown in a warning, whose first date is its own, or on the page behind its link
 */
export function watchDays(watch: OwnWatch, now: string, shown: 'mail' | 'page'): MailDays {
  const { days } = emergencyMails;
  const { clock, notifyAt, lastCallAt, releaseAt, contacts, confirmableFrom = null, confirmations } = watch;
  const at = (instant: Date | null, what: string): MailDay[] =>
    instant && instant > watch.now ? [{ when: momentOf(instant, clock), what, isNow: false }] : [];
  return {
    caption: say(days.caption, { shown, place: placeOf(clock.timeZone) }),
    rows: [
      { when: momentOf(watch.now, clock), what: now, isNow: true },
      ...at(notifyAt, contacts.length > 0 ? say(days.notified, peopleOf(watch)) : say(days.nobodyNotified)),
      ...at(lastCallAt, say(days.lastCall)),
      ...(confirmations ? at(confirmableFrom, say(contactSayMails.days.ifConfirmed, confirmations)) : []),
      ...at(releaseAt, whatIsSent(watch)),
    ],
  };
}

/** What the release sends, as a sentence. */
function whatIsSent(watch: OwnWatch): string {
  const { days } = emergencyMails;
  if (watch.items === 0) return say(days.noItems);
  if (watch.contacts.length === 0) return say(days.noContacts);
  if (watch.plan) return say(days.planned, receiversOf(watch.plan));
  return say(days.sent, { items: watch.items, people: peopleOf(watch).people });
}

/** The trusted contacts, as values of a sentence. */
export function peopleOf({ contacts }: OwnWatch) {
  return { people: listed(contacts.map((name) => shownName(name))) };
}

/** Those who get something by the plan, as values of a sentence. */
export function receiversOf(plan: NonNullable<OwnWatch['plan']>) {
  const receivers = plan.filter(({ shares }) => shares.length > 0);
  return { people: listed(receivers.map(({ name }) => shownName(name))) };
}

/** @returns "Your last check-in was on 9 November 2026, 27 days ago." */
export function lastSeen({ lastCheckIn, daysSince, clock }: OwnWatch): string {
  return say(emergencyMails.lastSeen, { date: plainDate(lastCheckIn, clock.timeZone), days: daysSince });
}

/** @returns day and time, "9 December 2026 at 08:40"; with seconds where a whole life passes in a minute */
export function momentOf(instant: Date, { timeZone, day }: ProtocolClock): string {
  return dateTime(instant, timeZone, day < DAY ? 'seconds' : 'minutes');
}

/** @returns the same with its place, for a sentence of its own */
export function placedMoment(instant: Date, clock: ProtocolClock): string {
  return `${momentOf(instant, clock)} (${placeWords(instant, clock.timeZone)})`;
}

/** @returns whose clocks show a time: in English the city, in other languages the zone, as Intl has no names of cities. A zone may have had another name in another year */
function placeWords(at: Date, timeZone: string): string {
  const place = placeOf(timeZone);
  if (place === 'UTC' || formatLocale().startsWith('en')) return place;
  const parts = dateFormat({ timeZone: knownZone(timeZone), timeZoneName: 'longGeneric' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? place;
}

/** What the mails to a contact say. */
export interface ContactWatch extends SayWatch {
  ownerName: string;
  /** Confirmed: no protocol runs without that. */
  ownerEmail: string;
  contactName: string;
  clock: ProtocolClock;
  now: Date;
  /** The owner's last check-in. */
  lastCheckIn: Date;
  inactiveDays: number;
  /** When everything goes out, at the earliest; null while that is not known, and once it did. */
  releaseAt: Date | null;
  releasedAt: Date | null;
}

/**
 * What happens next, and when.
 * @param atThisMoment what is so now
 */
export function contactDays(watch: ContactWatch, atThisMoment: string): MailDays {
  const { days } = contactMails;
  const { ownerName, clock, now, releaseAt, confirmableFrom, confirmations } = watch;
  const ifConfirmed = otherContactMails.days.ifConfirmed;
  const what = say(days.sent, { owner: shownName(ownerName) });
  return {
    caption: say(days.caption, { place: placeWords(now, clock.timeZone) }),
    rows: [
      { when: momentOf(now, clock), what: atThisMoment, isNow: true },
      ...(confirmableFrom && confirmableFrom > now && confirmations
        ? [
            {
              when: momentOf(confirmableFrom, clock),
              what: say(ifConfirmed, { owner: shownName(ownerName), ...confirmations }),
              isNow: false,
            },
          ]
        : []),
      ...(releaseAt ? [{ when: momentOf(releaseAt, clock), what, isNow: false }] : []),
    ],
  };
}
