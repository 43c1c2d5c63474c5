import type { ErrorCode } from '#domain/errors.ts';
import { catalogue } from '../catalogue.ts';

/** Refusals of requests that concern no feature. */
export const requestRefusals = catalogue('request-refusals', {
  fault: 'Something on our side isn’t working. Nothing was changed. Please try again in a minute.',
  'record-kind': 'The record has no such kind.',
  'cursor-not-valid': 'This page of the list doesn’t exist. Please start at the top.',
  'cursor-too-long': 'This page of the list doesn’t exist',
  'page-size': 'A page has 1 to {max} items',
  'key-invalid': 'A key has 1 to 255 visible ASCII characters, such as a UUID.',
  'key-taken-over': 'This took so long that its Idempotency-Key was given to another call.',
  'key-used': 'This Idempotency-Key was used for another call. Please take a new one.',
  'key-under-way': 'The first call with this Idempotency-Key is still under way. Please try again soon.',
  'method-not-allowed': 'This address takes {methods}.',
  'not-a-form': 'Send this as multipart/form-data, with the file in the field {field}.',
  'not-an-object': 'Send a JSON object that has the fields of this call.',
  'not-json': 'The body isn’t valid JSON.',
  'not-sent-as-json': 'Send this as JSON, with Content-Type: application/json.',
  'not-valid': 'This call isn’t valid.',
  'parameter-twice': 'Give this parameter once',
  'token-missing': 'Sign in first: this call needs a valid session token.',
  'token-may-not': 'This token may not make this call. Sign in, or use a token that may.',
  'changed-meanwhile': 'Changed meanwhile',
  'too-large': 'The body of this call can have up to {size}. Please send less.',
  'too-often': 'That was too often. Please wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
  'too-often-hours': 'That was too often. Please wait {hours} hours and try again.',
  'too-often-days': 'That was too often. Please wait {days} days and try again.',
  'too-slow': 'The request arrived too slowly, so nothing was saved. Please send it again.',
});

/** The title of each refusal that a program gets. */
export const problemTitles = catalogue('problem-titles', {
  malformed: 'Bad request',
  unauthenticated: 'Sign-in required',
  'code-required': 'Code required',
  'plan-required': 'Plan required',
  'address-unconfirmed': 'Address not confirmed',
  forbidden: 'Forbidden',
  'step-up-required': 'Proof required',
  'not-found': 'Not found',
  'method-not-allowed': 'Method not allowed',
  conflict: 'Conflict',
  gone: 'Gone',
  'changed-meanwhile': 'Changed meanwhile',
  'too-large': 'Content too large',
  'quota-exceeded': 'Storage full',
  'unsupported-media-type': 'Unsupported media type',
  'validation-failed': 'Validation failed',
  'too-many-requests': 'Too many requests',
  damaged: 'Damaged data',
  unavailable: 'Service unavailable',
} satisfies Record<ErrorCode, string>);
