/**
 * The line of stages, ready to be drawn: by the server with the page, and in the browser by the same rules while the days
 * are edited, when this module is fetched.
 */
import { type Forecast, freshForecast, instantOf } from '#domain/emergency/forecast.ts';
import { placeOf } from '#domain/time/written.ts';
import type { Days } from './forms.ts';
import { type Shapes, shapesOf } from './line-shapes.ts';
import { goes, isUndated, type LineSource, movedSentence, sentenceOf, switchSentence } from './sentences.ts';
import { type Calendar, count, dateOf, datesOf, fullDateOf, isHurried, momentOf, people } from './words.ts';

/** The line, ready to be drawn. */
export interface LineView {
  heading: string;
  /** What would happen on which date, to whom, with what. */
  sentence: string;
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
const NAMES = ['Armed', 'Reminding', 'Missed', 'Last call', 'Released'];
const KINDS = ['missed', 'last-call', 'released'] as const;

/** @param edited days that are not saved; null draws the line of the saved days */
export function drawLine(protocol: LineSource, edited: Days | null, timeZone: string): LineView {
  const { now, day } = protocol.forecast;
  const calendar = { timeZone, now, day };
  const { isActive, stage } = protocol;
  const pausedUntil = protocol.pausedUntil?.getTime() ?? null;
  const undated = isUndated(protocol);
  const forecast = edited ? freshForecast({ day }, { now, pausedUntil, ...edited }) : protocol.forecast;
  const isLive = isActive && !edited && !undated;
  const { since, marks } = forecast;
  const stages = [since, instantOf(forecast, 'reminder'), ...KINDS.map((kind) => instantOf(forecast, kind))];
  const length = Math.round(((marks.at(-1)?.at ?? now) - since) / day);
  const today = isLive ? `day ${Math.floor((now - since) / day)}` : null;
  const words = undated
    ? undatedWords(forecast, calendar)
    : [
        armedWords(protocol, forecast, calendar, isLive),
        reminderWords(forecast, calendar),
        ...lateWords(protocol, forecast, calendar),
      ];
  return {
    isUndated: undated,
    ...captionsOf({ undated, isReleased: isLive && stage === 'released', length }, calendar),
    sentence: edited ? movedSentence(protocol, forecast, calendar) : sentenceOf(protocol, calendar),
    switchSentence: switchSentence({ ...protocol, forecast }, isActive ? 'disarm' : 'arm', calendar),
    ...shapesOf({
      forecast,
      stages,
      now: nowWords(calendar, today),
      today,
      saved: edited && !undated ? savedOf(protocol) : null,
      isUndated: undated,
    }),
    stages: words.map((one, index) => ({
      name: NAMES[index] ?? '',
      ...one,
      isNow: isLive && stage === STAGES[index],
    })),
  };
}

interface Drawing {
  undated: boolean;
  isReleased: boolean;
  /** Of the line, in days. */
  length: number;
}

function captionsOf({ undated, isReleased, length }: Drawing, calendar: Calendar) {
  if (undated)
    return {
      heading: 'What will happen, once it runs',
      scale: 'No dates yet. They appear here when it runs.',
      label: 'The line of stages without dates, because the protocol is not running.',
    };
  return {
    heading: isReleased ? 'What happened, and when' : 'What would happen, and when',
    scale: `Drawn to scale. ${placeOf(calendar.timeZone)} time${isHurried(calendar) ? ', in short days' : ''}.`,
    label: `The line of stages, drawn to scale over ${count(length, 'day')}. The dates stand beside it.`,
  };
}

/** The marks of the saved days, beside those that are edited. */
function savedOf({ forecast }: LineSource) {
  const [missed, released] = [instantOf(forecast, 'missed'), instantOf(forecast, 'released')];
  if (missed === null || released === null) return null;
  return { missed, released, words: `saved: ${count(forecast.inactiveDays, 'day')}` };
}

interface Words {
  date: string;
  what: string;
}

function nowWords(calendar: Calendar, today: string | null): string {
  const moment = `${isHurried(calendar) ? 'Now' : 'Today'}, ${dateOf(calendar.now, calendar)}`;
  return today === null ? moment : `${moment}, ${today}`;
}

function armedWords(
  { isActive, pausedUntil, stage }: LineSource,
  { since, inactiveDays, day, now }: Forecast,
  calendar: Calendar,
  isLive: boolean,
): Words {
  // The indicator counts whole days, and turns at more than half of them.
  const amber = since + (Math.floor(inactiveDays / 2) + 1) * day;
  const turns =
    amber > now && !isHurried(calendar) ? ` From ${dateOf(amber, calendar)}, past halfway, this page is amber.` : '';
  const what = `Quiet. Nothing is sent to anyone.${turns}`;
  if (isLive && pausedUntil !== null && stage === 'armed')
    return { date: `paused until ${dateOf(pausedUntil.getTime(), calendar)}`, what: 'Silence counts from then on.' };
  if (!isLive) return { date: isActive ? 'from when you save' : 'from when you switch it on', what };
  return { date: `since ${fullDateOf(since, calendar)}`, what };
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four'];

function reminderWords({ marks }: Forecast, calendar: Calendar): Words {
  const reminders = marks.filter(({ kind }) => kind === 'reminder');
  const emails = `${NUMBERS[reminders.length] ?? reminders.length} email${reminders.length === 1 ? '' : 's'}`;
  const sent = reminders.filter(({ became }) => became === 'accepted').length;
  const some = sent > 0 ? `, ${(NUMBERS[sent] ?? `${sent}`).toLowerCase()} of them sent` : '';
  const what = sent === reminders.length && sent > 0 ? `${emails} sent to you` : `${emails} to you${some}`;
  const date = datesOf(
    reminders.map(({ at }) => at),
    calendar,
  );
  return { date, what: `${what}. One tap answers.` };
}

/** Each stage by its distance from another, while there are no dates. */
function undatedWords(forecast: Forecast, calendar: Calendar): Words[] {
  const { inactiveDays, day } = forecast;
  const [reminded, missed, lastCall, released] = (['reminder', ...KINDS] as const).map((kind) =>
    instantOf(forecast, kind),
  );
  const between = (from: number | null = null, until: number | null = null) => {
    const hours = Math.round((((until ?? 0) - (from ?? 0)) / day) * 24);
    return hours % 24 === 0 ? count(hours / 24, 'day') : count(hours, 'hour');
  };
  return [
    { date: 'from the first day', what: 'Quiet. Nothing is sent to anyone.' },
    { date: `in the last ${between(reminded, missed)}`, what: reminderWords(forecast, calendar).what },
    { date: `after ${count(inactiveDays, 'day')}`, what: 'Your contacts are told that we have not heard from you.' },
    { date: `${between(missed, lastCall)} after Missed`, what: 'One last email to you.' },
    { date: `${between(missed, released)} after Missed`, what: 'What you set aside goes to your contacts.' },
  ];
}

/** From the missed check-in on. */
function lateWords({ contacts, items }: LineSource, forecast: Forecast, calendar: Calendar): Words[] {
  const [missed, lastCall, released] = KINDS.map((kind) => {
    const mark = forecast.marks.find((one) => one.kind === kind);
    return { date: mark ? momentOf(mark.at, calendar) : '', isPast: mark !== undefined && mark.became !== null };
  });
  // After a release all contacts may have been removed.
  const whom = contacts.length > 0 ? people(contacts) : 'Your contacts';
  const isOne = contacts.length === 1;
  const verb = missed?.isPast ? (isOne ? 'was' : 'were') : isOne ? 'is' : 'are';
  const gone = `${goes(items)} to ${whom}.`;
  return [
    {
      date: missed?.date ?? '',
      what: `${whom} ${verb} told we have not heard from you.`,
    },
    { date: lastCall?.date ?? '', what: 'One last email to you.' },
    { date: released?.date ?? '', what: released?.isPast ? 'What you set aside has gone out.' : gone },
  ];
}
