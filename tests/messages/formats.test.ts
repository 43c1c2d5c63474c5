import { expect, test } from 'vitest';
import { dateFormat, listFormat } from '#messages/formats.ts';

test('makes one formatter for the same language and options', () => {
  const options = { timeZone: 'Europe/Lisbon', day: 'numeric' } as const;
  expect(dateFormat('en-GB', options)).toBe(dateFormat('en-GB', { ...options }));
  expect(dateFormat('en-GB', options)).not.toBe(dateFormat('de', options));
  expect(dateFormat('de', { ...options, timeZone: 'UTC' }).format(0)).toBe('1');
  expect(listFormat('en-GB').format(['Ana', 'Rui'])).toBe('Ana and Rui');
});

test('forgets the oldest of many, so that a visitor cannot fill the memory with zones', () => {
  const oldest = dateFormat('en-GB', { timeZone: 'Europe/Paris' });
  for (const timeZone of Intl.supportedValuesOf('timeZone').slice(0, 400)) dateFormat('en', { timeZone });
  expect(dateFormat('en-GB', { timeZone: 'Europe/Paris' })).not.toBe(oldest);
});
