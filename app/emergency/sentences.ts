/** What would happen, in sentences. */
import { FIRST_REMINDER_FROM_DAYS } from '#domain/emergency/emergency.ts';
import { type Forecast, instantOf } from '#domain/emergency/forecast.ts';
import { emergencySentences as texts } from '#messages/en/emergency-line.ts';
import { say } from '#messages/say.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import type { Days } from './forms.ts';
import { type Calendar, dateOf, datesOf, people } from './words.ts';

/** What the line and its sentences are made from. It goes to the browser with the page. */
export type LineSource = Pick<
  ProtocolView,
  | 'isActive'
  | 'stage'
  | 'blockedBy'
  | 'forecast'
  | 'safetyDays'
  | 'pausedUntil'
  | 'contacts'
  | 'isTelling'
  | 'items'
  | 'plan'
>;

/** @returns whether something is missing, so that there are no dates; a released protocol has dates */
export function isUndated({
  blockedBy,
  isActive,
  stage,
}: Pick<ProtocolView, 'blockedBy' | 'isActive' | 'stage'>): boolean {
  return blockedBy.length > 0 && !(isActive && stage === 'released');
}

/** @returns what would happen, when, to whom, with what; empty while something is missing */
export function sentenceOf(protocol: LineSource, calendar: Calendar): string {
  const { forecast, contacts, isTelling, items, isActive, stage, plan } = protocol;
  if (stage === 'released') return say(texts.atEnd);
  if (isUndated(protocol)) return '';
  const [missed, released] = [instantOf(forecast, 'missed'), instantOf(forecast, 'released')];
  if (missed === null || released === null) return '';
  const what = {
    names: people(contacts),
    count: contacts.length,
    items,
    planned: plan ? 'yes' : 'no',
    missed: dateOf(missed, calendar),
    released: dateOf(released, calendar),
  };
  return missed < calendar.now
    ? say(isTelling ? texts.telling : texts.missed, what)
    : say(texts.ahead, { ...what, isActive: isActive ? 'yes' : 'no' });
}

/** @returns "Rui: 12, 26 December" for each contact, where they differ; nothing while something is missing */
export function personDates(protocol: LineSource, forecast: Forecast, calendar: Calendar): string[] {
  const released = instantOf(forecast, 'released');
  const { plan } = protocol;
  if (!plan || released === null || isUndated(protocol)) return [];
  const daysOf = ({ shares }: (typeof plan)[number]) => shares.map(({ afterDays }) => afterDays);
  if (new Set(plan.map((person) => daysOf(person).join())).size === 1) return [];
  const first = plan.map(({ name }) => people([name]));
  return plan.map((person, index) => {
    const short = first[index] ?? '';
    const name = first.indexOf(short) === first.lastIndexOf(short) ? short : person.name;
    const dates = datesOf(
      daysOf(person).map((days) => released + days * forecast.day),
      calendar,
    );
    return say(dates ? texts.person.dates : texts.person.nothing, { name, dates });
  });
}

/** @returns what saving other days would change: saving counts as a check-in, so the new line begins now; empty as above */
export function movedSentence(protocol: LineSource, edited: Forecast, calendar: Calendar): string {
  const { forecast, isActive } = protocol;
  const [before, after] = [instantOf(forecast, 'missed'), instantOf(edited, 'missed')];
  if (isUndated(protocol) || before === null || after === null) return '';
  const moved = { days: edited.inactiveDays, date: dateOf(after, calendar) };
  if (!isActive || before <= edited.now) return say(texts.moved, moved);
  return say(texts.movedFrom, { ...moved, before: dateOf(before, calendar) });
}

/** @returns that few days are soon over; nothing for more of them */
function shortWords(days: number): string[] {
  return days < FIRST_REMINDER_FROM_DAYS ? [say(texts.short, { days })] : [];
}

/** @returns what fewer days mean; `edited` begins now, since saving counts as a check-in */
export function shorteningSentence(protocol: LineSource, edited: Forecast, days: Days, calendar: Calendar): string {
  const { inactive, safety, dates } = texts.shortening;
  const { inactiveDays, safetyDays } = days;
  const before = { inactiveDays: protocol.forecast.inactiveDays, safetyDays: protocol.safetyDays };
  const [missed, released] = [instantOf(edited, 'missed'), instantOf(edited, 'released')];
  const isDated = !isUndated(protocol) && missed !== null && released !== null;
  return [
    ...(inactiveDays < before.inactiveDays ? [say(inactive, { days: inactiveDays, before: before.inactiveDays })] : []),
    ...(safetyDays < before.safetyDays ? [say(safety, { days: safetyDays, before: before.safetyDays })] : []),
    ...(isDated ? [say(dates, { missed: dateOf(missed, calendar), released: dateOf(released, calendar) })] : []),
    ...shortWords(inactiveDays),
  ].join(' ');
}

/** @returns what switching the protocol on or off means */
export function switchSentence(protocol: LineSource, to: 'arm' | 'disarm', calendar: Calendar): string {
  if (to === 'arm' && isUndated(protocol)) return say(texts.arming.undated);
  if (to === 'arm') {
    const ahead = sentenceOf({ ...protocol, isActive: true }, calendar);
    return [ahead, ...shortWords(protocol.forecast.inactiveDays), say(texts.arming.rest)].join(' ');
  }
  const { contacts, stage } = protocol;
  const wereContactsNotified = (stage === 'missed' || stage === 'last-call') && contacts.length > 0;
  return say(wereContactsNotified ? texts.disarmingTold : texts.disarming);
}
