/** The ranges of days and the reminder days are written in domain/emergency/emergency.ts, and derived everywhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { FIELDS } from '#app/api/fields.ts';
import { areDays } from '#app/emergency/forms.ts';
import { emergencyFormSchema, pauseSchema } from '#domain/emergency/emergency.schema.ts';
import { INACTIVE_DAYS, PAUSE_DAYS, REMINDER_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { reminderInstants } from '#domain/emergency/protocol.ts';
import { described } from '#tests/api/schemas.ts';
import { holds } from '#tests/spec/holds.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['adapters', 'app', 'config', 'domain', 'services', 'worker', 'workflows'];
const HERE = 'domain/emergency/emergency.ts';

const { min, max } = INACTIVE_DAYS;
const REPEATED = [
  ...[INACTIVE_DAYS, SAFETY_DAYS, PAUSE_DAYS].flatMap((range) => [
    `\\b${range.min} to ${range.max}\\b`,
    `\\bmax(imum)?(: |=[{"])${range.max}\\b`,
  ]),
  // A number like this one is no coincidence, unless it has a fraction: a drawing has 365.5.
  `\\b${max}\\b(?!\\.)`,
  `\\[${REMINDER_DAYS.slice(0, 3).join(', ')}`,
];
/** The line of stages has a tick for each day, week, month or year. */
const TICKS = 'app/emergency/line-shapes.ts: 365';

test('the numbers of days are in one file of the product', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((file) => /\.tsx?$/.test(file) && file !== HERE)
      .flatMap((file) => {
        const source = readFileSync(join(ROOT, file), 'utf8');
        return [...source.matchAll(new RegExp(REPEATED.join('|'), 'g'))].map(([text]) => `${file}: ${text}`);
      }),
  );
  expect(found.filter((one) => one !== TICKS)).toEqual([]);
});

test('forms, the API and its reference accept the same days', () => {
  holds('S5-8', 'S9-4');
  expect([min, max, INACTIVE_DAYS.usual, SAFETY_DAYS]).toEqual([7, 365, 30, { min: 1, max: 30, usual: 3 }]);
  const form = (inactive: number, safety: number) =>
    emergencyFormSchema.safeParse({ inactive_days: `${inactive}`, safety_days: `${safety}` }).success;
  const accepts = (inactive: number, safety: number) => [
    form(inactive, safety),
    areDays({ inactiveDays: inactive, safetyDays: safety }),
  ];
  expect([accepts(min, SAFETY_DAYS.min), accepts(max, SAFETY_DAYS.max)].flat()).toEqual(Array(4).fill(true));
  const beyond = [
    accepts(min - 1, SAFETY_DAYS.min),
    accepts(max + 1, SAFETY_DAYS.min),
    accepts(min, SAFETY_DAYS.min - 1),
    accepts(min, SAFETY_DAYS.max + 1),
  ];
  expect(beyond.flat()).toEqual(Array(8).fill(false));
  const pauses = [PAUSE_DAYS.min - 1, PAUSE_DAYS.min, PAUSE_DAYS.max, PAUSE_DAYS.max + 1];
  expect(pauses.map((days) => pauseSchema.safeParse({ days: `${days}` }).success)).toEqual([false, true, true, false]);

  for (const [name, range] of [
    ['inactive_days', INACTIVE_DAYS],
    ['safety_days', SAFETY_DAYS],
  ] as const) {
    expect(FIELDS[name]?.input).toMatchObject({ minimum: range.min, maximum: range.max });
    expect(FIELDS[name]?.text).toContain(`${range.min} to ${range.max}`);
  }
  const { parameters } = described({ path: '/emergency/settings', method: 'PUT' }) as {
    parameters: { name: string; schema: object }[];
  };
  expect(parameters.find(({ name }) => name === 'inactive_days')?.schema).toMatchObject({ minimum: min, maximum: max });
});

test('reminders come on the reminder days before the missed check-in', () => {
  const instants = reminderInstants(0, 30, { day: 1 });
  expect(instants.map(({ at }) => 30 - at)).toEqual([...REMINDER_DAYS]);
});
