/** What would happen, in sentences. */
import { type Forecast, instantOf } from '#domain/emergency/forecast.ts';
import { emergencySentences as texts } from '#messages/en/emergency-line.ts';
import { say } from '#messages/say.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import { type Calendar, dateOf, people } from './words.ts';

/** What the line and its sentences are made from. It goes to the browser with the page. */
export type LineSource = Pick<
  ProtocolView,
  'isActive' | 'stage' | 'blockedBy' | 'forecast' | 'safetyDays' | 'pausedUntil' | 'contacts' | 'items'
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
  const { forecast, contacts, items, isActive, stage } = protocol;
  if (stage === 'released') return say(texts.atEnd);
  if (isUndated(protocol)) return '';
  const [missed, released] = [instantOf(forecast, 'missed'), instantOf(forecast, 'released')];
  if (missed === null || released === null) return '';
  return say(missed < calendar.now ? texts.missed : texts.ahead, {
    isActive: isActive ? 'yes' : 'no',
    names: people(contacts),
    count: contacts.length,
    items,
    missed: dateOf(missed, calendar),
    released: dateOf(released, calendar),
  });
}

/** @returns what saving other days would change: saving counts as a check-in, so the new line begins now; empty as above */
export function movedSentence(protocol: LineSource, edited: Forecast, calendar: Calendar): string {
  const { forecast, contacts, isActive } = protocol;
  const [before, after] = [instantOf(forecast, 'missed'), instantOf(edited, 'missed')];
  if (isUndated(protocol) || before === null || after === null) return '';
  const moved = { days: edited.inactiveDays, count: contacts.length, date: dateOf(after, calendar) };
  if (!isActive || before <= edited.now) return say(texts.moved, moved);
  return say(texts.movedFrom, { ...moved, before: dateOf(before, calendar) });
}

/** @returns what switching the protocol on or off means */
export function switchSentence(protocol: LineSource, to: 'arm' | 'disarm', calendar: Calendar): string {
  if (to === 'arm' && isUndated(protocol)) return say(texts.arming.undated);
  if (to === 'arm') return `${sentenceOf({ ...protocol, isActive: true }, calendar)} ${say(texts.arming.rest)}`;
  const { contacts, stage } = protocol;
  const wereContactsNotified = (stage === 'missed' || stage === 'last-call') && contacts.length > 0;
  return say(wereContactsNotified ? texts.disarmingTold : texts.disarming);
}
