/** The whole protocol on a fast clock: what would go to whom, and when. */
import { DAY, MINUTE } from '../time/durations.ts';
import { freshForecast, type Mark } from './forecast.ts';
import type { ProtocolPolicy } from './protocol.ts';

/** How long a rehearsal takes, in minutes. Where days are short, its usual time is short as well. */
export const REHEARSAL_MINUTES = { min: 1, max: 60, usual: 15, usualOfShortDays: 1 } as const;

/** Mails to the owner that silence alone brings about: nobody says anything in a rehearsal. */
type OwnMail = Exclude<Mark['kind'], 'held' | 'raised'>;

/** What goes out: a mail to the owner, the notification of a contact, or what a release brings to one. */
export type RehearsedKind = OwnMail | 'contact-told' | 'release';

/** One message. Instants are milliseconds since the epoch. */
export interface Rehearsed {
  kind: RehearsedKind;
  /** The place of the contact in the list; null for a message to the owner. */
  contact: number | null;
  /** When it would go out if the owner had checked in now and never again. */
  at: number;
  /** When it goes out in the rehearsal. */
  dueAt: number;
}

/** The protocol as it was when the rehearsal began. */
export interface RehearsedProtocol {
  inactiveDays: number;
  safetyDays: number;
  /** See `contactZoneOf`. */
  contactZone: string | null;
  contacts: number;
  items: number;
}

/** @returns how long a rehearsal takes, in milliseconds, unless its owner says otherwise */
export function usualSpan(day: number): number {
  return (day < DAY ? REHEARSAL_MINUTES.usualOfShortDays : REHEARSAL_MINUTES.usual) * MINUTE;
}

/**
 * The same decisions as those of the protocol, from a frozen copy of its settings: nothing of the real one is asked or moved.
 * The first message goes out at once, and the last one when the span is over.
 * @param span how long it takes, in milliseconds
 * @returns in the order in which they go out
 */
export function rehearse(
  policy: ProtocolPolicy,
  { contacts, items, ...settings }: RehearsedProtocol,
  { now, span }: { now: number; span: number },
): Rehearsed[] {
  const { marks } = freshForecast(policy, { ...settings, now, pausedUntil: null });
  const [from, to] = [marks[0]?.at ?? now, marks.at(-1)?.at ?? now];
  const fast = (at: number) => Math.round(now + (to > from ? ((at - from) / (to - from)) * span : 0));
  const people = Array.from({ length: contacts }, (_, contact) => contact);
  const toEach = (kind: RehearsedKind, at: number) =>
    people.map((contact): Rehearsed => ({ kind, contact, at, dueAt: fast(at) }));
  return marks
    .filter(isBySilence)
    .flatMap(({ kind, at }) => [
      ...(kind === 'released' && items > 0 ? toEach('release', at) : []),
      { kind, contact: null, at, dueAt: fast(at) },
      ...(kind === 'missed' ? toEach('contact-told', at) : []),
    ]);
}

function isBySilence(mark: Mark): mark is Mark & { kind: OwnMail } {
  return mark.kind !== 'held' && mark.kind !== 'raised';
}
