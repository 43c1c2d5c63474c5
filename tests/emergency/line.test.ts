/** The line of stages: its dates are those of the protocol, and it is drawn to scale. */
import { expect, test } from 'vitest';
import { areDays } from '#app/emergency/forms.ts';
import { drawLine } from '#app/emergency/line.ts';
import type { LineSource } from '#app/emergency/sentences.ts';
import { type Forecast, forecastOf, freshForecast } from '#domain/emergency/forecast.ts';
import type { ProtocolState } from '#domain/emergency/protocol.ts';
import { DAY } from '#domain/time/durations.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const CHECKED_IN = Date.UTC(2026, 10, 9, 8, 40);
const ZONE = 'Europe/Lisbon';

interface Lived {
  pausedUntil?: number | null;
  now?: number;
  since?: number;
  /** How many reminders were sent. */
  reminded?: number;
  contactZone?: string | null;
}

function forecastFor(inactiveDays: number, lived: Lived = {}): Forecast {
  const { pausedUntil = null, now = NOW, since = CHECKED_IN, reminded = 0, contactZone = null } = lived;
  const state: ProtocolState = {
    isActive: true,
    stage: reminded > 0 ? 'reminding' : 'armed',
    inactiveDays,
    safetyDays: 3,
    countsFrom: Math.max(since, pausedUntil ?? 0),
    missedAt: null,
    notifiedAt: null,
    contactZone,
    warnings: Array.from({ length: reminded }, (_, index) => ({
      ...({ kind: 'reminder', state: 'accepted' } as const),
      ...{ index, settledAt: since + (23 + index) * DAY, reportedAt: null },
    })),
    availability: { outages: [], isReachable: true },
  };
  return forecastOf({ day: DAY }, state, { now, lastCheckIn: since, releasedAt: null });
}

function protocolWith(forecast: Forecast, over: Partial<LineSource> = {}): LineSource {
  const people = { contacts: ['Rui Duarte', 'Marta Lind'], isTelling: false, items: 3, blockedBy: [], plan: null };
  return { isActive: true, stage: 'armed', forecast, safetyDays: 3, pausedUntil: null, ...people, ...over };
}

test('names each stage with its date, and the present stage', () => {
  const { stages, sentence } = drawLine(protocolWith(forecastFor(30)), null, ZONE);
  expect(stages.map(({ date }) => date)).toEqual([
    'since 9 November 2026',
    '2, 6, 8, 9 December',
    '9 December, 08:40',
    '11 December, 08:40',
    '12 December, 08:40',
  ]);
  expect(stages.map(({ isNow }) => isNow)).toEqual([true, false, false, false, false]);
  // The last two reminders may fall on one day, which is named once.
  const afterMidnight = drawLine(protocolWith(forecastFor(30, { since: Date.UTC(2026, 10, 9, 1) })), null, ZONE);
  expect(afterMidnight.stages[1]).toMatchObject({
    date: '2, 6, 8 December',
    what: 'We email you four times. One tap resets the clock.',
  });
  expect(sentence).toBe(
    'Unless you check in, we’ll tell Rui and Marta on 9 December that we haven’t heard from you, and send them 3 items on 12 December.',
  );
});

test('shows the morning to which mails to contacts wait, and reminders as they are', () => {
  const forecast = forecastFor(30, { contactZone: ZONE });
  const { stages, sentence } = drawLine(protocolWith(forecast), null, ZONE);
  expect(stages.map(({ date }) => date)).toEqual([
    'since 9 November 2026',
    '2, 6, 8, 9 December',
    '9 December, 09:00',
    '11 December, 09:00',
    '12 December, 09:00',
  ]);
  expect(sentence).toContain('on 9 December that we haven’t heard from you');
});

test('shows that morning also of days that are not saved, and of the next day when it is late', () => {
  const late = forecastFor(30, { now: Date.UTC(2026, 10, 21, 21, 30) });
  const edited = { inactiveDays: 45, safetyDays: 1 };
  const line = drawLine(protocolWith(late), edited, ZONE);
  expect(line.stages.map(({ date }) => date).slice(2)).toEqual([
    '6 January 2027, 09:00',
    '7 January 2027, 01:00',
    '7 January 2027, 09:00',
  ]);
  expect(line.sentence).toContain('your next deadline to check in would be 6 January 2027');
  // There it is noon.
  expect(drawLine(protocolWith(late), edited, 'Pacific/Auckland').stages[2]?.date).toBe('6 January 2027, 10:30');
});

test('shows shortened days to the second, at any hour', () => {
  const now = Date.UTC(2026, 10, 21, 3);
  const forecast = { ...forecastFor(30, { now }), day: 2_000 };
  const line = drawLine(protocolWith(forecast), { inactiveDays: 30, safetyDays: 3 }, ZONE);
  expect(line.stages.map(({ date }) => date).slice(2)).toEqual(['03:01:00', '03:01:04', '03:01:06']);
});

test('is drawn to scale: each day has the same length', () => {
  const { wide, tall } = drawLine(protocolWith(forecastFor(30)), null, ZONE);
  const at = (look: string) => wide.dots.filter((dot) => dot.look === look).map(({ cx }) => cx);
  // 33 days from 8 to 1104: reminders after 23, 27, 29 and 29.75 days, the missed check-in after 30, the last call after 32.
  const place = (days: number) => Math.round((8 + (days / 33) * 1096) * 10) / 10;
  expect(at('dot-warn')).toEqual([23, 27, 29, 29.75].map(place));
  expect(at('dot-danger')).toEqual([30, 32].map(place));
  expect(at('dot-now')).toEqual([place((NOW - CHECKED_IN) / DAY)]);
  expect(wide.texts.find(({ look }) => look === 'now')?.words).toBe('Today, 21 November, day 12');
  expect(tall.dots).toHaveLength(wide.dots.length);
  expect(tall.texts.map(({ words }) => words)).toEqual(['day 12']);
});

test('shows a year in weeks and months, so that it is readable', () => {
  for (const days of [7, 30, 90, 365]) {
    const ticks = drawLine(protocolWith(forecastFor(days)), null, ZONE).wide.paths[0]?.d.match(/M/g) ?? [];
    expect([days, ticks.length > 6 && ticks.length <= 81]).toEqual([days, true]);
  }
});

test('draws unsaved days from now on, since saving counts as a check-in', () => {
  const line = drawLine(protocolWith(forecastFor(30)), { inactiveDays: 45, safetyDays: 5 }, ZONE);
  expect(line.sentence).toBe(
    'With 45 days, your next deadline to check in would be 5 January 2027 instead of 9 December. Nothing changes until you save.',
  );
  expect(line.stages.map(({ date }) => date).slice(2)).toEqual([
    '5 January 2027, 10:00',
    '9 January 2027, 10:00',
    '10 January 2027, 10:00',
  ]);
  expect(line.stages.some(({ isNow }) => isNow)).toBe(false);
  // The end of the saved days is shown as well: 50 days from 8 to 1104, and these end 17.9 and 20.9 days from now.
  const saved = [CHECKED_IN + 30 * DAY, CHECKED_IN + 33 * DAY].map((at) => 8 + ((at - NOW) / (50 * DAY)) * 1096);
  const open = line.wide.dots.filter(({ look }) => look === 'dot-open').map(({ cx }) => cx);
  expect(open).toEqual(saved.map((x) => Math.round(x * 10) / 10));
  expect(line.wide.texts.find(({ look }) => look === 'saved')?.words).toBe('saved: 30 days');
  expect(line.tall.dots.filter(({ look }) => look === 'dot-open')).toHaveLength(2);
  const shorter = drawLine(protocolWith(forecastFor(30)), { inactiveDays: 7, safetyDays: 3 }, ZONE);
  expect(shorter.wide.dots.filter(({ look }) => look === 'dot-open')).toEqual([]);
  expect(areDays({ inactiveDays: 6, safetyDays: 3 })).toBe(false);
  expect(areDays({ inactiveDays: 365, safetyDays: 31 })).toBe(false);
});

test('leaves a pause open on the line, and counts from its end', () => {
  const until = NOW + 10 * DAY;
  const line = drawLine(
    protocolWith(forecastFor(30, { pausedUntil: until }), { pausedUntil: new Date(until) }),
    null,
    ZONE,
  );
  const [, , pause, counted] = line.wide.paths;
  expect(pause).toMatchObject({ look: 'ln-ghost' });
  expect(pause?.d.split('H')[1]).toBe(counted?.d.split(' ')[0]?.slice(1));
  expect(line.stages[0]?.date).toBe('paused until 1 December');
  expect(line.stages[2]?.date).toBe('31 December, 10:00');
});

test('shows the day beside its dot on a phone, and never over the lead to a stage', () => {
  const level = (days: number, hours = 0) => {
    const now = CHECKED_IN + days * DAY + (hours * DAY) / 24;
    return drawLine(protocolWith(forecastFor(30, { now })), null, ZONE).tall.texts[0]?.y ?? Number.NaN;
  };
  const beside = (days: number) => Math.round((10 + (days / 33) * 614 + 4) * 10) / 10;
  // The labels of the stages begin at 27, 155 and so on; the lead to the first starts at the beginning.
  expect(level(12)).toBe(beside(12));
  expect([level(0), level(0, 6), level(1)]).toEqual([4, 4, 40]);
  expect([level(7, 12), level(8)]).toEqual([149, 168]);
});

test('distinguishes sent reminders from later ones, and shows a release as past', () => {
  const [one, four] = [1, 4].map((reminded) => forecastFor(30, { reminded, now: CHECKED_IN + 29.9 * DAY }));
  const labels = (forecast: Forecast | undefined) =>
    forecast && drawLine(protocolWith(forecast, { stage: 'reminding' }), null, ZONE).stages[1]?.what;
  expect(labels(one)).toMatch(/^We’ve sent you 1 of \d emails. One tap resets the clock.$/);
  expect(labels(four)).toBe('We’ve emailed you four times. One tap resets the clock.');
  const heading = (stage: 'armed' | 'released') =>
    drawLine(protocolWith(forecastFor(30), { stage }), null, ZONE).heading;
  expect([heading('armed'), heading('released')]).toEqual(['What would happen, and when', 'What happened, and when']);
});

test('names no date while something is missing, and draws only an outline', () => {
  const beginning = { now: NOW, pausedUntil: null, inactiveDays: 30, safetyDays: 3, contactZone: null };
  const forecast = freshForecast({ day: DAY }, beginning);
  const protocol = protocolWith(forecast, { blockedBy: ['no-contact'], contacts: [] });
  const line = drawLine(protocol, null, ZONE);
  expect(line).toMatchObject({ isUndated: true, heading: 'What will happen once it’s running', sentence: '' });
  expect(line.stages.map(({ date, isNow }) => [date, isNow])).toEqual([
    ['from the first day', false],
    ['in the last 7 days', false],
    ['after 30 days', false],
    ['2 days after the missed check-in', false],
    ['3 days after the missed check-in', false],
  ]);
  for (const { dots, paths, texts } of [line.wide, line.tall]) {
    expect(new Set(dots.map(({ look }) => look))).toEqual(new Set(['dot-open']));
    expect(paths.map(({ look }) => look)).toEqual(['ln-lead', 'ln-ghost']);
    expect(texts).toEqual([]);
  }
  const edited = drawLine(protocol, { inactiveDays: 7, safetyDays: 1 }, ZONE);
  expect(edited.sentence).toBe('');
  expect(edited.stages.map(({ date }) => date).slice(1)).toEqual([
    'in the last 3 days',
    'after 7 days',
    '16 hours after the missed check-in',
    '1 day after the missed check-in',
  ]);
  expect(edited.switchSentence).not.toMatch(/\d/);
});

test('lists the dates of each person where they differ, also while the days are edited', () => {
  const shares = (...days: number[]) => days.map((afterDays) => ({ afterDays, items: 1 }));
  const plan = [
    { name: 'Rui Duarte', shares: shares(0, 14) },
    { name: 'Marta Lind', shares: shares() },
  ];
  const people = (given: LineSource['plan'], edited: Parameters<typeof drawLine>[1] = null) =>
    drawLine(protocolWith(forecastFor(30), { plan: given }), edited, ZONE).people;
  expect(people(plan)).toEqual(['Rui: 12, 26 December', 'Marta: nothing']);
  expect(people(plan, { inactiveDays: 30, safetyDays: 4 })[0]).not.toBe('Rui: 12, 26 December');
  expect(people(null)).toEqual([]);
  expect(people(plan.map(({ name }) => ({ name, shares: shares(0) })))).toEqual([]);
  const { sentence, stages } = drawLine(protocolWith(forecastFor(30), { plan }), null, ZONE);
  expect(sentence).toContain('send them what you chose, from 12 December on');
  expect(stages.at(-1)?.what).toBe('Each contact receives what you chose for them.');
});
