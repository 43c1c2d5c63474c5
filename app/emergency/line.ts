/**
 * The line of stages, ready to be drawn: by the server with the page, and in the browser by the same rules while the days
 * are edited, when this module is fetched.
 */
import { contactZoneOf } from '#domain/emergency/contact-hours.ts';
import { type Forecast, freshForecast, instantOf } from '#domain/emergency/forecast.ts';
import { placeOf } from '#domain/time/written.ts';
import { emergencyWords, emergencyLine as texts } from '#messages/en/emergency-line.ts';
import { say, sayAll } from '#messages/say.ts';
import type { Days } from './forms.ts';
import { type Shapes, shapesOf } from './line-shapes.ts';
import { isUndated, type LineSource, movedSentence, personDates, sentenceOf, switchSentence } from './sentences.ts';
import { type Calendar, dateOf, datesOf, daysWords, fullDateOf, isHurried, momentOf, people } from './words.ts';

/** The line, ready to be drawn. */
export interface LineView {
  heading: string;
  /** What would happen on which date, to whom, with what. */
  sentence: string;
  /** The dates of each contact, where they differ. */
  people: string[];
  /** What switching it on means, or off where it is on. */
  switchSentence: string;
  scale: string;
  label: string;
  wide: Shapes;
  tall: Shapes;
  stages: { name: string; date: string; what: string; isNow: boolean }[];
  /** Something is missing: the stages have no dates. */
  isUndated: boolean;
}

const STAGES = ['armed', 'reminding', 'missed', 'last-call', 'released'] as const;
const KINDS = ['missed', 'last-call', 'released'] as const;

/** @param edited days that are not saved; null draws the line of the saved days */
export function drawLine(protocol: LineSource, edited: Days | null, timeZone: string): LineView {
  const { now, day } = protocol.forecast;
  const calendar = { timeZone, now, day };
  const { isActive, stage } = protocol;
  const pausedUntil = protocol.pausedUntil?.getTime() ?? null;
  const undated = isUndated(protocol);
  const contactZone = undated ? null : contactZoneOf(timeZone, day);
  const forecast = edited ? freshForecast({ day }, { now, pausedUntil, contactZone, ...edited }) : protocol.forecast;
  const isLive = isActive && !edited && !undated;
  const { since, marks } = forecast;
  const length = Math.round(((marks.at(-1)?.at ?? now) - since) / day);
  const dayOfLine = isLive ? Math.floor((now - since) / day) : null;
  const isReleased = isLive && stage === 'released';
  return {
    isUndated: undated,
    ...(undated ? sayAll(texts.caption.undated) : captionsOf({ isReleased, length }, calendar)),
    sentence: edited ? movedSentence(protocol, forecast, calendar) : sentenceOf(protocol, calendar),
    people: personDates(protocol, forecast, calendar),
    switchSentence: switchSentence({ ...protocol, forecast }, isActive ? 'disarm' : 'arm', calendar),
    ...shapesOf({
      forecast,
      stages: [since, ...(['reminder', ...KINDS] as const).map((kind) => instantOf(forecast, kind))],
      now: nowWords(calendar, dayOfLine),
      halfway: say(texts.caption.halfway),
      today: dayOfLine === null ? null : say(texts.now.day, { day: dayOfLine }),
      saved: edited && !undated ? savedOf(protocol) : null,
      isUndated: undated,
    }),
    stages: wordsOf(protocol, forecast, calendar, isLive).map((words, index) => ({
      name: sayAll(texts.stages)[index] ?? '',
      ...words,
      isNow: isLive && stage === STAGES[index],
    })),
  };
}

interface Drawing {
  isReleased: boolean;
  /** Of the line, in days. */
  length: number;
}

function captionsOf({ isReleased, length }: Drawing, calendar: Calendar) {
  const { heading, headingReleased, scale, scaleHurried, label } = texts.caption;
  return {
    heading: say(isReleased ? headingReleased : heading),
    scale: say(isHurried(calendar) ? scaleHurried : scale, { place: placeOf(calendar.timeZone) }),
    label: say(label, { days: length }),
  };
}

/** The marks of the saved days, beside those that are edited. */
function savedOf({ forecast }: LineSource) {
  const [missed, released] = [instantOf(forecast, 'missed'), instantOf(forecast, 'released')];
  if (missed === null || released === null) return null;
  return { missed, released, words: say(texts.caption.saved, { days: forecast.inactiveDays }) };
}

/** @param day of the line; null while no days are counted */
function nowWords(calendar: Calendar, day: number | null): string {
  const date = dateOf(calendar.now, calendar);
  const { now, nowOfLine, today, todayOfLine } = texts.now;
  if (day === null) return say(isHurried(calendar) ? now : today, { date });
  return say(isHurried(calendar) ? nowOfLine : todayOfLine, { date, day });
}

/** Of a stage. */
interface Words {
  date: string;
  what: string;
}

function wordsOf(protocol: LineSource, forecast: Forecast, calendar: Calendar, isLive: boolean): Words[] {
  if (isUndated(protocol)) return undatedWords(forecast);
  return [
    armedWords(protocol, forecast, calendar, isLive),
    reminderWords(forecast, calendar),
    ...lateWords(protocol, forecast, calendar),
  ];
}

function armedWords(
  { isActive, pausedUntil, stage }: LineSource,
  { since, inactiveDays, day, now }: Forecast,
  calendar: Calendar,
  isLive: boolean,
): Words {
  const { armed } = texts;
  if (isLive && pausedUntil !== null && stage === 'armed') {
    const date = say(armed.pausedUntil, { date: dateOf(pausedUntil.getTime(), calendar) });
    return { date, what: say(armed.afterPause) };
  }
  // The indicator counts whole days, and turns at more than half of them.
  const amber = since + (Math.floor(inactiveDays / 2) + 1) * day;
  const turns = amber > now && !isHurried(calendar);
  const what = turns ? say(armed.amber, { date: dateOf(amber, calendar) }) : say(armed.quiet);
  if (!isLive) return { date: say(isActive ? armed.fromSaving : armed.fromSwitching), what };
  return { date: say(armed.since, { date: fullDateOf(since, calendar) }), what };
}

function reminderWords(forecast: Forecast, calendar: Calendar): Words {
  const instants = remindersIn(forecast).map(({ at }) => at);
  return { date: datesOf(instants, calendar), what: emailsWords(forecast) };
}

function remindersIn({ marks }: Forecast) {
  return marks.filter(({ kind }) => kind === 'reminder');
}

function emailsWords(forecast: Forecast): string {
  const reminders = remindersIn(forecast);
  const count = reminders.length;
  const sent = reminders.filter(({ became }) => became === 'accepted').length;
  if (sent === 0) return say(texts.reminders.ahead, { count });
  return sent === count ? say(texts.reminders.sent, { count }) : say(texts.reminders.begun, { count, sent });
}

/** Each stage by its distance from another, while there are no dates. */
function undatedWords(forecast: Forecast): Words[] {
  const { undated, armed, late } = texts;
  const [reminded, missed, lastCall, released] = (['reminder', ...KINDS] as const).map((kind) =>
    instantOf(forecast, kind),
  );
  const afterMissed = (until: number | null | undefined) =>
    say(undated.afterMissed, { span: spanWords(missed, until, forecast) });
  return [
    { date: say(undated.armed), what: say(armed.quiet) },
    {
      date: say(undated.reminding, { span: spanWords(reminded, missed, forecast) }),
      what: emailsWords(forecast),
    },
    { date: say(undated.missed, { days: forecast.inactiveDays }), what: say(undated.contactsTold) },
    { date: afterMissed(lastCall), what: say(late.lastCall) },
    { date: afterMissed(released), what: say(undated.released) },
  ];
}

/** @returns "3 days", or in hours where it is not whole days */
function spanWords(from: number | null | undefined, until: number | null | undefined, { day }: Forecast): string {
  const hours = Math.round((((until ?? 0) - (from ?? 0)) / day) * 24);
  return hours % 24 === 0 ? daysWords(hours / 24) : say(emergencyWords.hours, { count: hours });
}

/** From the missed check-in on. After a release all contacts may have been removed. */
function lateWords({ contacts, isTelling, items, plan }: LineSource, forecast: Forecast, calendar: Calendar): Words[] {
  const [missed, lastCall, released] = KINDS.map((kind) => {
    const mark = forecast.marks.find((one) => one.kind === kind);
    return { date: mark ? momentOf(mark.at, calendar) : '', isPast: mark !== undefined && mark.became !== null };
  });
  const whom = { names: people(contacts), count: contacts.length };
  const { late } = texts;
  const pastWords = isTelling ? late.telling : late.wereTold;
  return [
    { date: missed?.date ?? '', what: say(missed?.isPast ? pastWords : late.told, whom) },
    { date: lastCall?.date ?? '', what: say(late.lastCall) },
    {
      date: released?.date ?? '',
      what: released?.isPast ? say(late.gone) : plan ? say(late.planned) : say(late.goes, { items, ...whom }),
    },
  ];
}
