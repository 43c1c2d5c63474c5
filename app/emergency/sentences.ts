/** What would happen, in sentences. */
import { type Forecast, instantOf } from '#domain/emergency/forecast.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import { type Calendar, count, dateOf, people } from './words.ts';

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
  if (stage === 'released') return 'The line has reached its end.';
  if (isUndated(protocol)) return '';
  const [missed, released] = [instantOf(forecast, 'missed'), instantOf(forecast, 'released')];
  if (missed === null || released === null) return '';
  const condition = isActive ? 'Unless you check in' : 'If you switched it on now and never checked in';
  const [whom, isOne] = [people(contacts), contacts.length === 1];
  const gone = `${goes(items)} to ${isOne ? whom : 'them'} on ${dateOf(released, calendar)}`;
  if (missed < calendar.now)
    return `${whom} ${isOne ? 'was' : 'were'} told on ${dateOf(missed, calendar)} that we have not heard from you. ${condition}, ${gone}.`;
  return `${condition}, ${whom} ${isOne ? 'is' : 'are'} told on ${dateOf(missed, calendar)} that we have not heard from you, and ${gone}.`;
}

/** @returns what saving other days would change: saving counts as a check-in, so the new line begins now; empty as above */
export function movedSentence(protocol: LineSource, edited: Forecast, calendar: Calendar): string {
  const { forecast, contacts, isActive } = protocol;
  const [before, after] = [instantOf(forecast, 'missed'), instantOf(edited, 'missed')];
  if (isUndated(protocol) || before === null || after === null) return '';
  const instead = isActive && before > edited.now ? ` instead of ${dateOf(before, calendar)}` : '';
  const whom = contacts.length === 1 ? 'your contact is' : 'your contacts are';
  return `If you save ${count(edited.inactiveDays, 'day')} now, ${whom} told on ${dateOf(after, calendar)}${instead}.`;
}

/** @returns "3 items go", "1 item goes", "nothing goes" */
export function goes(items: number): string {
  if (items === 0) return 'nothing goes';
  return `${count(items, 'item')} ${items === 1 ? 'goes' : 'go'}`;
}

/** @returns what switching the protocol on or off means */
export function switchSentence(protocol: LineSource, to: 'arm' | 'disarm', calendar: Calendar): string {
  if (to === 'arm' && isUndated(protocol))
    return 'It will not run yet, because something is missing. It starts by itself when everything is there. Until then, we don’t count days and contact nobody.';
  if (to === 'arm')
    return `${sentenceOf({ ...protocol, isActive: true }, calendar)} Before that we remind you. Signing in counts as a check-in, and so does anything you change here.`;
  const { contacts, stage } = protocol;
  const wereTold = (stage === 'missed' || stage === 'last-call') && contacts.length > 0;
  const told = wereTold ? ' Whoever was told hears that all is well.' : '';
  return `Nothing is counted any more, and nobody is told anything, until you switch it on again.${told}`;
}
