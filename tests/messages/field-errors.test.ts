import { expect, test } from 'vitest';
import { pauseSchema } from '#domain/emergency/emergency.schema.ts';
import { PAUSE_DAYS } from '#domain/emergency/emergency.ts';
import { fieldError } from '#domain/field-error.ts';
import { sayFieldError } from '#messages/field-errors.ts';

test('a code becomes its sentence, with values, lists and names as people read them', () => {
  expect(sayFieldError(fieldError('title-missing'))).toBe('Please enter a title');
  // A limit is written without a separator.
  expect(sayFieldError(fieldError('report-words-too-long', { max: 1_000 }))).toBe('Please use up to 1000 characters');
  expect(sayFieldError(fieldError('channel-missing', { channels: ['email', 'whatsapp', 'sms'] }))).toBe(
    'Please choose how to send it: email, whatsapp, or sms',
  );
  expect(sayFieldError(fieldError('phone-missing', { channel: 'sms' }))).toBe(
    'Please enter the recipient’s phone number: it’s needed for SMS',
  );
});

test('a schema says the limits of the domain', () => {
  const [issue] = pauseSchema.safeParse({ days: '400' }).error?.issues ?? [];
  const { min, max } = PAUSE_DAYS;
  expect(sayFieldError(issue?.message ?? '')).toBe(`Please enter a whole number of days from ${min} to ${max}`);
});

test.each(['Invalid input: expected string', 'toString', 'Please enter a title', ''])('%j stays as it is', (text) => {
  expect(sayFieldError(text)).toBe(text);
});
