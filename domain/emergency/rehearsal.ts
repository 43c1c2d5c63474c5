/** The whole protocol on a fast clock: what would go to whom, and when. */
import { DAY, MINUTE } from '../time/durations.ts';
import { type Forecast, freshForecast, type Mark } from './forecast.ts';
import type { ProtocolPolicy } from './protocol.ts';
import { planRelease, type ReleaseInput } from './release-plan.ts';

/** How long a rehearsal takes, in minutes. Where days are short, its usual time is short as well. */
export const REHEARSAL_MINUTES = { min: 1, max: 60, usual: 15, usualOfShortDays: 1 } as const;

/** Mails to the owner that silence alone brings about: nobody says anything in a rehearsal. */
type OwnMail = Exclude<Mark['kind'], 'held' | 'raised'>;

/** What goes out: a mail to the owner, the notification of a contact, what a release brings to one, or the mail to a witness. */
export type RehearsedKind = OwnMail | 'contact-told' | 'release' | 'witness-told';

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
  /** What the release depends on, but for its date. */
  release: Omit<ReleaseInput, 'releaseAt'>;
}

/** @returns how long a rehearsal takes, in milliseconds, unless its owner says otherwise */
export function usualSpan(day: number): number {
  return (day < DAY ? REHEARSAL_MINUTES.usualOfShortDays : REHEARSAL_MINUTES.usual) * MINUTE;
}

/**
 * The same decisions as those of the protocol, from a frozen copy of its settings: nothing of the real one is asked or moved.
 * The first message goes out at once, and the last one when the span is over. That is the last delivery of the plan, where it
 * has later ones than the release.
 * @param span how long it takes, in milliseconds
 * @returns in the order in which they go out
 */
export function rehearse(
  policy: ProtocolPolicy,
  { release, ...settings }: RehearsedProtocol,
  { now, span }: { now: number; span: number },
): Rehearsed[] {
  const { marks } = freshForecast(policy, { ...settings, now, pausedUntil: null });
  const messages = messagesOf(marks, release);
  const [from, to] = [messages[0]?.at ?? now, messages.at(-1)?.at ?? now];
  const fast = (at: number) => Math.round(now + (to > from ? ((at - from) / (to - from)) * span : 0));
  return messages.map((message) => ({ ...message, dueAt: fast(message.at) }));
}

type Message = Omit<Rehearsed, 'dueAt'>;

function messagesOf(marks: Forecast['marks'], release: RehearsedProtocol['release']): Message[] {
  const everyone = release.contacts.map((_, contact) => contact);
  const later: Message[] = [];
  const messages = marks.filter(isBySilence).flatMap(({ kind, at }): Message[] => {
    const own: Message = { kind, contact: null, at };
    if (kind === 'missed') return [own, ...everyone.map((contact) => ({ kind: 'contact-told' as const, contact, at }))];
    if (kind !== 'released') return [own];
    const brought = releaseMessages({ ...release, releaseAt: at });
    later.push(...brought.filter((one) => one.at > at).sort((a, b) => a.at - b.at));
    return [...brought.filter((one) => one.at <= at), ...witnessMessages(release, at), own];
  });
  return [...messages, ...later];
}

function releaseMessages(release: ReleaseInput): Message[] {
  const places = new Map(release.contacts.map(({ id }, place) => [id, place]));
  return planRelease(release).map(({ contactId, at }) => ({
    ...{ kind: 'release', contact: places.get(contactId) ?? null, at: at ?? 0 },
  }));
}

/** Without contents there is no release, of which a witness could learn. */
function witnessMessages({ contacts, contents }: RehearsedProtocol['release'], at: number): Message[] {
  if (contents.length === 0) return [];
  return contacts.flatMap(({ role }, contact) => (role === 'witness' ? [{ kind: 'witness-told', contact, at }] : []));
}

function isBySilence(mark: Mark): mark is Mark & { kind: OwnMail } {
  return mark.kind !== 'held' && mark.kind !== 'raised';
}
