import { MINUTE, YEAR } from '../time/durations.ts';

/** How a delivery reaches its recipient. */
export type Channel = 'email' | 'whatsapp';
export type DeliveryStatus = 'pending' | 'sent' | 'failed';

/** Who asked for it: its owner, or the release of an emergency protocol. */
export type DeliveryOrigin = 'owner' | 'release';

/** How far ahead a delivery may be scheduled. */
export const HORIZON = 100 * YEAR;
/** A sent link opens for this long. */
export const LINK_MONTHS = 24;
/** From here on a delivery that is still trying counts as delayed, and its owner is told once. */
export const DELAYED_AFTER = 60 * MINUTE;

/** Why a delivery failed: a closed set, kept on the row, shown in words. */
export const FAILURES = {
  'invalid-recipient': 'The address was refused: it may be mistyped or closed.',
  'content-refused': 'The mail service refused the message.',
  bounced: 'The message came back: the mailbox does not exist or does not accept mail.',
  blocked: 'The recipient’s mail service blocked the message.',
  dropped: 'The mail service will not send to this address: earlier mail to it came back or was reported.',
  unconfirmed: 'We could not learn whether it arrived. It may have, once or twice.',
  expired: 'We tried for seven days and the mail service did not take it.',
  refused: 'The person who got it said it was not for them.',
  revoked: 'You came back before it was sent.',
  'cancelled-by-operator': 'It was stopped by an operator.',
} as const;
export type FailureCode = keyof typeof FAILURES;
