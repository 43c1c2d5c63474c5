/** What a rehearsal finds missing, from the protocol as it was when it began. */
import type { ContactRole } from '../contacts/contacts.ts';
import type { ContentType } from '../content/content.ts';
import { type PlanItem, type PlannedDelivery, planRelease, type ReleaseInput } from './release-plan.ts';
import type { Blocker } from './running.ts';
import type { WarningChannel } from './warning-channels.ts';

/** The protocol as it was when a rehearsal began. Instants are milliseconds since the epoch. */
export interface FrozenProtocol {
  ownerName: string;
  ownerEmail: string;
  timeZone: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
  isActive: boolean;
  blockedBy: readonly Blocker[];
  inactiveDays: number;
  safetyDays: number;
  /** In the order in which they were added. */
  contacts: readonly FrozenContact[];
  /** The emergency contents in the order in which they are shown. Their titles are sealed, and read when they are needed. */
  items: readonly { id: string; type: ContentType; isSealed: boolean }[];
  /** Who was chosen for which of them; empty without a plan. */
  plan: readonly PlanItem[];
  channels: readonly { channel: WarningChannel; address: string; isConfirmed: boolean; hasFailed: boolean }[];
  /** The frozen dates. */
  notifyAt: number | null;
  lastCallAt: number | null;
  releaseAt: number | null;
}

export interface FrozenContact {
  id: string;
  role: ContactRole;
  name: string;
  email: string;
  hasBounced: boolean;
  hasStopped: boolean;
}

/** One gap; `about` is the name, the address or the id of what it is about. */
export type Gap =
  | { code: Blocker | 'switched-off' | 'nobody-receives' }
  | { code: 'contact-bounced' | 'contact-stopped' | 'contact-gets-nothing'; about: string }
  | { code: 'channel-unconfirmed' | 'channel-failed'; about: string }
  | { code: 'content-sealed'; about: string };
export type GapCode = Gap['code'];

/** @returns what the release depends on, but for its date */
export function releaseInputOf(
  frozen: Pick<FrozenProtocol, 'plan' | 'contacts' | 'items' | 'timeZone' | 'day'>,
): Omit<ReleaseInput, 'releaseAt'> {
  const { plan, contacts, items, timeZone, day } = frozen;
  return { items: plan, contacts, contents: items.map(({ id }) => id), clock: { timeZone, day } };
}

/** @returns what the release sends, on its frozen date */
export function deliveriesOf(frozen: FrozenProtocol): PlannedDelivery[] {
  return planRelease({ ...releaseInputOf(frozen), releaseAt: frozen.releaseAt });
}

/** @param at when a message of the release goes out @returns the ids of what it brings to the contact at a place of the list */
export function broughtTo(frozen: FrozenProtocol, contact: number, at: Date): readonly string[] {
  const id = frozen.contacts[contact]?.id;
  // The database has no fractions of milliseconds.
  const isIt = (one: PlannedDelivery) => one.contactId === id && Math.floor(one.at ?? 0) === at.getTime();
  return deliveriesOf(frozen).find(isIt)?.contentIds ?? [];
}

/** @returns what is missing, the most urgent first */
export function gapsOf(frozen: FrozenProtocol): Gap[] {
  const { blockedBy, isActive, contacts, channels, items } = frozen;
  // A plan is missing only while the protocol is off.
  const isOff = !isActive && !blockedBy.includes('plan');
  return [
    // There are contacts, and each is a witness or wants nothing more.
    ...blockedBy.map(
      (code): Gap => ({ code: code === 'no-contact' && contacts.length > 0 ? 'nobody-receives' : code }),
    ),
    ...(isOff ? [{ code: 'switched-off' as const }] : []),
    ...contacts.flatMap(({ name, hasStopped, hasBounced }): Gap[] => {
      if (hasStopped) return [{ code: 'contact-stopped', about: name }];
      return hasBounced ? [{ code: 'contact-bounced', about: name }] : [];
    }),
    ...contactsWithout(frozen).map(({ name }) => ({ code: 'contact-gets-nothing' as const, about: name })),
    ...channels.flatMap(({ address, isConfirmed, hasFailed }): Gap[] => {
      if (!isConfirmed) return [{ code: 'channel-unconfirmed', about: address }];
      return hasFailed ? [{ code: 'channel-failed', about: address }] : [];
    }),
    ...items.flatMap(({ id, isSealed }): Gap[] => (isSealed ? [{ code: 'content-sealed', about: id }] : [])),
  ];
}

/** A witness gets nothing because the owner wants it so. Without contents nobody gets anything, which is a gap of its own. */
function contactsWithout(frozen: FrozenProtocol): FrozenContact[] {
  if (frozen.items.length === 0) return [];
  const served = new Set(deliveriesOf(frozen).map(({ contactId }) => contactId));
  return frozen.contacts.filter(({ id, role }) => role === 'recipient' && !served.has(id));
}

/** @returns whether our messages reach a contact */
export function isReachable({ hasBounced, hasStopped }: FrozenContact): boolean {
  return !hasBounced && !hasStopped;
}
