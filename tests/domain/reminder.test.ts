import { expect, test } from 'vitest';
import { isReminder, reminderAt, remindersBefore } from '#domain/delivery/reminder.ts';

test.each([
  ['2031-05-04T18:00:00Z', 'week', '2031-05-11T18:00:00.000Z'],
  ['2031-12-28T18:00:00Z', 'week', '2032-01-04T18:00:00.000Z'],
  ['2031-05-04T18:00:00Z', 'month', '2031-06-04T18:00:00.000Z'],
  ['2031-01-31T18:00:00Z', 'month', '2031-02-28T18:00:00.000Z'],
  ['2031-12-31T18:00:00Z', 'month', '2032-01-31T18:00:00.000Z'],
  ['2028-02-29T18:00:00Z', 'year', '2029-02-28T18:00:00.000Z'],
  ['2031-05-04T18:00:00Z', 'year', '2032-05-04T18:00:00.000Z'],
] as const)('from %s a %s later is %s', (now, reminder, at) => {
  expect(reminderAt(new Date(now), reminder).toISOString()).toBe(at);
});

test('only what comes while the link works is offered', () => {
  const now = new Date('2031-05-04T18:00:00Z');
  expect(remindersBefore(null, now)).toEqual(['week', 'month', 'year']);
  expect(remindersBefore(new Date('2031-06-10T00:00:00Z'), now)).toEqual(['week', 'month']);
  expect(remindersBefore(new Date('2031-05-11T18:00:00Z'), now)).toEqual([]);
  expect([isReminder('week'), isReminder('day'), isReminder(null)]).toEqual([true, false, false]);
});
