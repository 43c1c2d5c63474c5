import { catalogue } from '../catalogue.ts';

/** Refusals of requests that concern no feature. */
export const requestRefusals = catalogue('request-refusals', {
  'cursor-not-valid': 'This page of the list does not exist. Please begin at the top.',
  'key-taken-over': 'This took so long that its Idempotency-Key was given to another call.',
  'key-used': 'This Idempotency-Key was used for another call. Please take a new one.',
  'key-under-way': 'The first call with this Idempotency-Key is still under way. Please try again soon.',
  'too-often': 'That was too often. Please wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
});
