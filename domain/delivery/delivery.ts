import type { Feature } from '../subscription/plan.ts';
import { DAY, HOUR, MINUTE, YEAR } from '../time/durations.ts';

/** How a delivery reaches its recipient, in the order in which people are offered it. */
export const CHANNEL_NAMES = ['email', 'whatsapp', 'sms'] as const;
export type Channel = (typeof CHANNEL_NAMES)[number];

/** What tells one channel from another. */
export interface ChannelRules {
  /** What it needs to know of the recipient. */
  address: 'email' | 'phone';
  /** What a plan must allow before a delivery can be scheduled by it. */
  feature: Feature;
  /** The channel that takes over when this one did not bring the message; null where that is the last word. */
  fallback: typeof FALLBACK | null;
  /** Why it fell back when nothing was reported in time. */
  unheard: FailureCode;
}

/** Every channel falls back to this one: a delivery always has the recipient's email address. */
export const FALLBACK = 'email';

/** The one table of channels. A new one is asked for by the compiler wherever channels differ. */
export const CHANNELS: Record<Channel, ChannelRules> = {
  email: { address: 'email', feature: 'emailDelivery', fallback: null, unheard: 'unconfirmed' },
  whatsapp: { address: 'phone', feature: 'whatsappDelivery', fallback: FALLBACK, unheard: 'unheard' },
  sms: { address: 'phone', feature: 'smsDelivery', fallback: FALLBACK, unheard: 'sms-unheard' },
};

/** The channels that have another one behind them. */
export const FALLING_BACK = CHANNEL_NAMES.filter((channel) => CHANNELS[channel].fallback !== null);

/** @returns whether this is the name of a channel, wherever it comes from */
export function isChannel(name: unknown): name is Channel {
  return typeof name === 'string' && Object.hasOwn(CHANNELS, name);
}

/** @returns whether it needs the recipient's phone number */
export function needsPhone(channel: Channel): boolean {
  return CHANNELS[channel].address === 'phone';
}

export type DeliveryStatus = 'pending' | 'sent' | 'failed';

/** What scheduled it: its owner, or the release of an emergency protocol. */
export type DeliveryOrigin = 'owner' | 'release';

/** How long a channel that falls back has to report that a message arrived, before it goes by email instead. */
export const FALL_BACK_AFTER = 48 * HOUR;
/** So long before a far date its owner is asked whether the address is still right. */
export const ASK_AHEAD = 30 * DAY;
/** A date is far when it was chosen so long before. */
export const FAR = 60 * DAY;

/** So many people can be sent the same at once: each gets a delivery of their own. */
export const RECIPIENTS_MAX = 20;
/** So many items one delivery that its owner schedules can bring. */
export const CONTENTS_MAX = 50;

/** So many years a yearly delivery can go on after its first. */
export const REPEAT_YEARS_MAX = 100;

/** How far ahead a delivery may be scheduled. */
export const HORIZON = 100 * YEAR;
/** So often within a day an owner may have it sent again: a person is at the other end. */
export const RESENDS_A_DAY = 5;
/** From here on a delivery that is still trying counts as delayed, and its owner is notified once. */
export const DELAYED_AFTER = 60 * MINUTE;

/** Why a delivery failed: a closed set, stored in its row. */
export const FAILURE_CODES = [
  'invalid-recipient',
  'content-refused',
  'reported',
  'no-whatsapp',
  'no-sms',
  'unheard',
  'sms-unheard',
  'bounced',
  'blocked',
  'dropped',
  'unconfirmed',
  'expired',
  'refused',
  'stopped',
  'revoked',
  'cancelled-by-operator',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];
