import type { Channel, FailureCode } from '#domain/delivery/delivery.ts';

/**
 * What Twilio's error codes mean for a message by WhatsApp (63...) or SMS (30...). They come with a refusal, or with a status later on.
 * @see https://www.twilio.com/docs/api/errors
 */

/** About this number: it has no WhatsApp, cannot get text messages, blocked us, opted out, or takes no messages from businesses. */
const RECIPIENT = new Set([
  21_211, 21_214, 21_265, 21_407, 21_408, 21_610, 21_612, 21_614, 21_635, 63_003, 63_014, 63_015, 63_024, 63_029,
  63_031, 63_032, 63_033, 63_035, 63_036, 63_049, 30_003, 30_004, 30_005, 30_006,
]);
/**
 * Our account, our number, our template: for us to correct, and no reason to fail a delivery. Among them a suspended
 * account (30002), a breach of the channel's policy (63013), a template that is not approved and so counts as free text
 * (63016), the limits of our sender (63018) and of our account (63038), and a sender that is not registered with US
 * carriers (30032, 30034).
 */
const OURS = new Set([
  20_003, 20_005, 20_006, 20_404, 21_212, 21_602, 21_603, 21_604, 21_606, 21_608, 21_609, 21_619, 21_655, 21_659,
  21_660, 21_701, 21_703, 21_705, 21_910, 30_002, 63_001, 63_002, 63_007, 63_008, 63_013, 63_016, 63_018, 63_020,
  63_022, 63_026, 63_027, 63_028, 63_030, 63_038, 63_040, 63_041, 63_042, 63_051, 63_112, 30_032, 30_034,
]);
/**
 * Of ours, those that block all our messages until an operator has corrected something, perhaps for days: the account, the
 * template, the daily limits.
 */
const BLOCKING = new Set([30_002, 30_032, 30_034, 63_013, 63_016, 63_018, 63_026, 63_038]);
/** Too fast, or a bad moment at Twilio or at WhatsApp. */
const PASSING = new Set([20_429, 20_500, 20_503, 21_611, 63_009, 63_010, 63_012, 63_017]);

/** @returns whether a code is about our own set-up, may pass, or is about the recipient or the words; null for no code */
export function kindOfCode(code: number | null): 'configuration' | 'transient' | 'permanent' | null {
  if (code === null) return null;
  if (OURS.has(code)) return 'configuration';
  return PASSING.has(code) ? 'transient' : 'permanent';
}

/** @returns whether a code blocks all our messages for now, so that email should bring this one */
export function blocksChannel(code: number | null): boolean {
  return code !== null && BLOCKING.has(code);
}

/** @returns why a message did not arrive; a fault of ours and an unknown code never blame the number */
export function failureOf(code: number | null, channel: TwilioChannel): FailureCode {
  return code === null || RECIPIENT.has(code) ? NOT_REACHED[channel] : 'content-refused';
}

/** The channels that go through Twilio. */
export type TwilioChannel = Exclude<Channel, 'email'>;

const NOT_REACHED: Record<TwilioChannel, FailureCode> = { whatsapp: 'no-whatsapp', sms: 'no-sms' };
