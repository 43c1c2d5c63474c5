/** The channels by which an owner is warned besides their account's address. */
import { MINUTE } from '../time/durations.ts';
import type { Stage, Warning, WarningKind } from './protocol.ts';

export const WARNING_CHANNELS = ['second_email', 'whatsapp', 'sms'] as const;
export type WarningChannel = (typeof WARNING_CHANNELS)[number];

/** Those that use the owner's phone. */
export const PHONE_CHANNELS = ['whatsapp', 'sms'] as const satisfies readonly WarningChannel[];

/** What a code confirms: the second address, or the phone, by its own name or by that of a channel that uses it. */
export const CONFIRMABLE = ['second_email', 'phone', ...PHONE_CHANNELS] as const;
export type Confirmable = (typeof CONFIRMABLE)[number];

/** What goes to them: a warning of the protocol, a test, a code that confirms them, or that a phone with codes is lost. */
export type WarningMessageKind = 'warning' | 'test' | 'code' | 'lost-phone';

export const CODE_DIGITS = 6;
/** How long a code is valid, in milliseconds. */
export const CODE_LIFE = 15 * MINUTE;
/** How often one code may be mistyped. */
export const CODE_TRIES = 5;

/**
 * @param stage in which the message goes out
 * @returns whether it goes to each confirmed channel; a reminder goes to the account's address only. What a contact said goes
 *   everywhere in any stage
 */
export function goesToEveryChannel(kind: WarningKind | 'released', stage: Stage): boolean {
  if (kind === 'held' || kind === 'raised') return true;
  return kind !== 'reminder' && stage !== 'armed' && stage !== 'reminding';
}

/**
 * A warning counts as delivered when one channel delivered it. What other channels accept, or fail to deliver, changes
 * nothing: an owner with more channels is never released sooner because of their silence.
 * @param warning as the account's address got it
 * @param deliveredAt when another channel first delivered it, in milliseconds; null if none did
 */
export function withOtherChannels(warning: Warning, deliveredAt: number | null): Warning {
  if (deliveredAt === null) return warning;
  if (warning.state === 'delivered')
    return { ...warning, reportedAt: Math.min(warning.reportedAt ?? deliveredAt, deliveredAt) };
  // Before that its reader could not have read it; a mail that was accepted may have been read since then.
  const settledAt = warning.state === 'accepted' ? (warning.settledAt ?? deliveredAt) : deliveredAt;
  return { ...warning, state: 'delivered', settledAt, reportedAt: deliveredAt };
}
