import { DAY, HOUR, MINUTE, YEAR } from '../time/durations.ts';

/** How a delivery reaches its recipient. */
export type Channel = 'email' | 'whatsapp';
export type DeliveryStatus = 'pending' | 'sent' | 'failed';

/** Who asked for it: its owner, or the release of an emergency protocol. */
export type DeliveryOrigin = 'owner' | 'release';

/** How long WhatsApp has to say that a message arrived, before it goes by email instead. */
export const FALL_BACK_AFTER = 48 * HOUR;
/** So long before a far date its owner is asked whether the address still holds. */
export const ASK_AHEAD = 30 * DAY;
/** A date is far when it was chosen so long before. */
export const FAR = 60 * DAY;

/** How far ahead a delivery may be scheduled. */
export const HORIZON = 100 * YEAR;
/** A sent link opens for this long. */
export const LINK_MONTHS = 24;
/** So often within a day its owner may have sent once more what was sent: somebody is at the other end. */
export const RESENDS_A_DAY = 5;
/** From here on a delivery that is still trying counts as delayed, and its owner is told once. */
export const DELAYED_AFTER = 60 * MINUTE;

/** Why a delivery failed: a closed set, kept on the row, shown in words. */
export const FAILURES = {
  'invalid-recipient': 'The address was refused: it may be mistyped or closed.',
  'content-refused': 'The mail service refused the message.',
  reported: 'The recipient reported the message as unwanted, so nothing more goes to this address.',
  'no-whatsapp': 'This number cannot be reached by WhatsApp, or does not accept messages from us.',
  unheard: 'WhatsApp did not report within two days that it arrived.',
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
