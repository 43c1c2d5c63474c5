import type { Channel } from './delivery/delivery.ts';

/** What can be wrong with a field, and the values that its sentence needs. `messages/en/field-errors.ts` has the sentences. */
interface FieldErrors {
  'answer-empty': null;
  'answer-missing': null;
  'answer-too-long': { max: number };
  'caption-not-text': null;
  'caption-too-long': { max: number };
  'channel-missing': { channels: readonly string[] };
  'confirmations-out-of-range': { min: number; max: number };
  'code-missing': { digits: number };
  'contact-change-empty': null;
  'contact-missing': null;
  'content-change-empty': null;
  'contents-not-a-list': null;
  'contents-too-many': { max: number };
  'content-missing': null;
  'country-missing': null;
  'date-missing': null;
  'date-not-in-calendar': null;
  'days-out-of-range': { min: number; max: number };
  'delivery-change-empty': null;
  'duress-contact-missing': null;
  'email-invalid': null;
  'email-missing': null;
  'file-type-unknown': { types: string };
  'full-name-missing': null;
  'group-change-empty': null;
  'instant-invalid': null;
  'language-unknown': { languages: readonly string[] };
  'letter-missing': null;
  'letter-too-long': { megabytes: number };
  'link-years-unknown': { years: readonly string[] };
  'mail-choice-empty': null;
  'minutes-out-of-range': { min: number; max: number };
  'name-like-address': null;
  'name-like-ours': null;
  'name-missing': null;
  'name-not-one-line': null;
  'name-not-text': null;
  'name-with-hidden-characters': null;
  'name-too-long': { max: number };
  'new-password-missing': null;
  'no-29-february': { year: string };
  'not-a-letter': null;
  'not-true-or-false': null;
  'passkey-name-missing': null;
  'passkey-unreadable': null;
  'password-missing': null;
  'password-too-long': null;
  'password-too-short': { min: number };
  'payment-token-invalid': null;
  'person-twice': { line: number };
  'person-unreadable': { line: number };
  'phone-missing': { channel: Channel };
  'phone-not-international': null;
  'phone-not-text': null;
  'phone-unreadable': null;
  'picture-not-address': null;
  'picture-not-own': null;
  'plan-missing': null;
  'plan-too-long': { max: number };
  'plan-type-unknown': { types: string };
  'profile-change-empty': null;
  'question-missing': null;
  'question-too-long': { max: number };
  'quote-instant-invalid': null;
  'recipient-email-missing': null;
  'recipient-twice': null;
  'recipients-not-a-list': null;
  'recipients-too-many': { max: number };
  'repeat-invalid': null;
  'report-reason-missing': null;
  'report-words-not-text': null;
  'report-words-too-long': { max: number };
  'role-unknown': null;
  'secret-missing': null;
  'sign-in-code-invalid': null;
  'their-email-missing': null;
  'time-invalid': null;
  'time-missing': null;
  'time-zone-missing': null;
  'time-zone-unknown': null;
  'title-missing': null;
  'title-too-long': { max: number };
  'token-end-unknown': null;
  'token-name-missing': null;
  'token-scope-unknown': null;
  'warning-channel-unknown': { channels: readonly string[] };
  'warning-channels-change-empty': null;
  'webhook-events-missing': null;
  'webhook-url-missing': null;
  'webhook-url-too-long': { max: number };
}
export type FieldErrorCode = keyof FieldErrors;
type Values<Code extends FieldErrorCode> = FieldErrors[Code] extends null ? [] : [values: FieldErrors[Code]];

/** A code and its values, as `fieldError` wrote them. */
export interface ReadFieldError {
  code: string;
  values: Readonly<Record<string, string | number | readonly string[]>>;
}

/** @returns the text that a schema carries instead of a sentence: the code, and its values as JSON */
export function fieldError<Code extends FieldErrorCode>(code: Code, ...[values]: Values<Code>): string {
  return values ? `${code} ${JSON.stringify(values)}` : code;
}

/** @returns what `fieldError` wrote; null for any other text, such as one of Zod's own */
export function readFieldError(text: string): ReadFieldError | null {
  const [, code, values] = /^([a-z\d-]+)(?: (\{.*\}))?$/.exec(text) ?? [];
  return code === undefined ? null : { code, values: values ? JSON.parse(values) : {} };
}
