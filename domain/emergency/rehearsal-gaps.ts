/** What a rehearsal finds missing, from the protocol as it was when it began. */
import type { ContentType } from '../content/content.ts';
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
  channels: readonly { channel: WarningChannel; address: string; isConfirmed: boolean; hasFailed: boolean }[];
  /** The frozen dates. */
  notifyAt: number | null;
  lastCallAt: number | null;
  releaseAt: number | null;
}

export interface FrozenContact {
  name: string;
  email: string;
  hasBounced: boolean;
  hasStopped: boolean;
}

/** One gap; `about` is the name, the address or the id of what it is about. */
export type Gap =
  | { code: Blocker | 'switched-off' }
  | { code: 'contact-bounced' | 'contact-stopped'; about: string }
  | { code: 'channel-unconfirmed' | 'channel-failed'; about: string }
  | { code: 'content-sealed'; about: string };
export type GapCode = Gap['code'];

/** @returns what is missing, the most urgent first */
export function gapsOf(frozen: FrozenProtocol): Gap[] {
  const { blockedBy, isActive, contacts, channels, items } = frozen;
  // A plan is missing only while the protocol is off.
  const isOff = !isActive && !blockedBy.includes('plan');
  return [
    ...blockedBy.map((code) => ({ code })),
    ...(isOff ? [{ code: 'switched-off' as const }] : []),
    ...contacts.flatMap(({ name, hasStopped, hasBounced }): Gap[] => {
      if (hasStopped) return [{ code: 'contact-stopped', about: name }];
      return hasBounced ? [{ code: 'contact-bounced', about: name }] : [];
    }),
    ...channels.flatMap(({ address, isConfirmed, hasFailed }): Gap[] => {
      if (!isConfirmed) return [{ code: 'channel-unconfirmed', about: address }];
      return hasFailed ? [{ code: 'channel-failed', about: address }] : [];
    }),
    ...items.flatMap(({ id, isSealed }): Gap[] => (isSealed ? [{ code: 'content-sealed', about: id }] : [])),
  ];
}

/** @returns whether our messages reach a contact */
export function isReachable({ hasBounced, hasStopped }: FrozenContact): boolean {
  return !hasBounced && !hasStopped;
}
