import { expect, it } from 'vitest';
import { emergencySettingsSchema } from '#domain/emergency/emergency.schema.ts';
import { daysSince, indicatorOf } from '#domain/emergency/emergency.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';
import { holds } from '#tests/spec/holds.ts';

it.each([
  [0, 30, 'active'],
  [15, 30, 'active'],
  [16, 30, 'warning'],
  [29, 30, 'warning'],
  [30, 30, 'danger'],
  [31, 30, 'danger'],
  [3, 7, 'active'],
  [4, 7, 'warning'],
  [7, 7, 'danger'],
] as const)('%i days of %i: %s', (days, threshold, indicator) => {
  holds('S4-8', 'S9-5');
  expect(indicatorOf(days, threshold)).toBe(indicator);
});

it('counts whole days, and none where a clock ran ahead', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  expect([DAY - 1, DAY, 2 * DAY - HOUR, -HOUR].map((ms) => daysSince(ago(ms), now))).toEqual([0, 1, 1, 0]);
});

it.each([
  [{}, {}],
  [{ inactive_days: '7' }, { inactive_days: 7 }],
  [
    { inactive_days: 365, safety_days: '30', is_active: 'false' },
    { inactive_days: 365, safety_days: 30, is_active: false },
  ],
])('takes %j', (given, read) => {
  expect(emergencySettingsSchema.parse(given)).toEqual(read);
});

it.each([
  { inactive_days: '6' },
  { inactive_days: '366' },
  { inactive_days: '30.5' },
  { inactive_days: '' },
  { inactive_days: '1e2' },
  { safety_days: '0' },
  { safety_days: '31' },
  { is_active: 'yes' },
  { is_active: 'TRUE' },
  { is_active: '' },
])('refuses %j', (given) => {
  expect(emergencySettingsSchema.safeParse(given).success).toBe(false);
});
