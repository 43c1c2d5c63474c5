/** The one rule that says what a release sends to whom, and when. The release follows it; every page, mail and call tells it. */
import { Temporal } from 'temporal-polyfill';
import type { ContactRole } from '../contacts/contacts.ts';
import { DAY } from '../time/durations.ts';
import { knownZone } from '../time/zone.ts';

/** One content for one contact. */
export interface PlanItem {
  contentId: string;
  contactId: string;
  /** Protocol days after the release. */
  afterDays: number;
}

/** What a release depends on. */
export interface ReleaseInput {
  /** Everything that was chosen. Items of other contents or contacts than those below count for nothing. */
  items: readonly PlanItem[];
  /** In the order in which they are shown. A witness receives nothing, whatever was chosen. */
  contacts: readonly { id: string; role: ContactRole }[];
  /** The ids of the emergency contents, in the order in which they are sent. */
  contents: readonly string[];
  /** Milliseconds since the epoch; null while no date is known. */
  releaseAt: number | null;
  clock: ReleaseClock;
}

/** How days after a release are counted. */
interface ReleaseClock {
  /** The owner's, an IANA name. */
  timeZone: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/** One message to one contact. */
export interface PlannedDelivery {
  contactId: string;
  afterDays: number;
  /** Milliseconds since the epoch; null while the date of the release is not known. */
  at: number | null;
  /** At least one, in the order of the contents. */
  contentIds: readonly string[];
}

/**
 * A content without any item goes to every contact but the witnesses at the release; any other to those who were chosen for it.
 * @returns one delivery for each contact and day, by contact, the earliest first
 */
export function planRelease({ items, contacts, contents, releaseAt, clock }: ReleaseInput): PlannedDelivery[] {
  const chosen = daysByContact(items);
  const isChosen = new Set(items.map(({ contentId }) => contentId));
  const forEveryone = contents.filter((id) => !isChosen.has(id));
  const recipients = contacts.filter(({ role }) => role === 'recipient');
  return recipients.flatMap(({ id: contactId }) => {
    const own = chosen.get(contactId);
    // Nothing was chosen for most contacts: they share one list.
    const byDay = own
      ? contentsByDay(contents, (id) => (isChosen.has(id) ? own.get(id) : 0))
      : [[0, forEveryone] as const];
    return byDay
      .filter(([, contentIds]) => contentIds.length > 0)
      .map(([afterDays, contentIds]) => ({
        contactId,
        afterDays,
        at: instantAfter(releaseAt, afterDays, clock),
        contentIds,
      }));
  });
}

function daysByContact(items: readonly PlanItem[]): Map<string, Map<string, number>> {
  const chosen = new Map<string, Map<string, number>>();
  for (const { contactId, contentId, afterDays } of items) {
    const own = chosen.get(contactId) ?? new Map<string, number>();
    chosen.set(contactId, own.set(contentId, afterDays));
  }
  return chosen;
}

/** @param dayOf gives the day of a content; undefined for one that this contact does not get */
function contentsByDay(contents: readonly string[], dayOf: (contentId: string) => number | undefined) {
  const byDay = new Map<number, string[]>();
  for (const id of contents) {
    const day = dayOf(id);
    if (day === undefined) continue;
    const list = byDay.get(day);
    if (list) list.push(id);
    else byDay.set(day, [id]);
  }
  return [...byDay].sort(([a], [b]) => a - b);
}

/** Whole days on the owner's clocks: the time of day stays, also when the clocks change. Shortened days have no clocks. */
function instantAfter(releaseAt: number | null, days: number, { timeZone, day }: ReleaseClock): number | null {
  if (releaseAt === null) return null;
  if (days === 0 || day !== DAY) return releaseAt + days * day;
  const released = Temporal.Instant.fromEpochMilliseconds(Math.floor(releaseAt));
  return released.toZonedDateTimeISO(knownZone(timeZone)).add({ days }).epochMilliseconds;
}
