/** A reader of the architecture sees some numbers of the code at once; they are those of the code. */
import { expect, test } from 'vitest';
import { configurationWait, GIVE_UP_AFTER, transientWait } from '#domain/delivery/retry.ts';
import { INACTIVE_DAYS, REMINDER_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { documentAt } from './documents.ts';

const { text } = documentAt('docs/architecture.md');

function short(duration: number): string {
  if (duration >= DAY) return `${duration / DAY} d`;
  return duration >= HOUR ? `${duration / HOUR} h` : `${duration / MINUTE} min`;
}

function days(count: number): string {
  const [value, unit] = count >= 1 ? [count, 'day'] : [count * 24, 'hour'];
  return `${value} ${unit}${value === 1 ? '' : 's'}`;
}

test('the architecture has the steps of the retry ladder', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((refusals) => short(transientWait(refusals, null, MINUTE)));
  expect(text).toContain(`otherwise after ${waits.join(', ')} ... for ${days(GIVE_UP_AFTER / DAY)} |`);
  expect(text).toContain(`| every ${configurationWait(MINUTE) / MINUTE} minutes, without end;`);
});

test('the architecture has the reminder days and the usual settings', () => {
  const before = new Intl.ListFormat('en-GB').format(REMINDER_DAYS.map(days));
  const missed = `the owner is reminded ${before} before the check-in counts as missed (day ${INACTIVE_DAYS.usual})`;
  expect(text).toContain(`With the usual settings ${missed}.`);
  expect(text).toContain(
    `before the release, which follows ${days(SAFETY_DAYS.usual)} after the urgent warning was accepted`,
  );
});
