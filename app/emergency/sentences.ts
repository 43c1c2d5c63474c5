/** What would happen, in sentences. */
import { type Course, instantOf } from '#domain/emergency/course.ts';
import type { Prospect } from '#services/emergency/overview.ts';
import { type Calendar, count, dateOf, people } from './words.ts';

/** @returns whether something is missing, so that no date can be named; a release keeps its own */
export function isUndated({ blockedBy, isActive, stage }: Pick<Prospect, 'blockedBy' | 'isActive' | 'stage'>): boolean {
  return blockedBy.length > 0 && !(isActive && stage === 'released');
}

/** @returns what would happen on which date, to whom, with what; nothing while something is missing */
export function sentenceOf(prospect: Prospect, calendar: Calendar): string {
  const { course, contacts, contents, isActive, stage } = prospect;
  if (stage === 'released') return 'The line has reached its end.';
  if (isUndated(prospect)) return '';
  const [missed, released] = [instantOf(course, 'missed'), instantOf(course, 'released')];
  if (missed === null || released === null) return '';
  const condition = isActive ? 'Unless you check in' : 'If you switched it on now and never checked in';
  const [whom, isOne] = [people(contacts), contacts.length === 1];
  const gone = `${goes(contents)} to ${isOne ? whom : 'them'} on ${dateOf(released, calendar)}`;
  if (missed < calendar.now)
    return `${whom} ${isOne ? 'was' : 'were'} told on ${dateOf(missed, calendar)} that we have not heard from you. ${condition}, ${gone}.`;
  return `${condition}, ${whom} ${isOne ? 'is' : 'are'} told on ${dateOf(missed, calendar)} that we have not heard from you, and ${gone}.`;
}

/** @returns what saving other days would change: it is a sign of life, so the new line begins now; nothing as above */
export function movedSentence(prospect: Prospect, edited: Course, calendar: Calendar): string {
  const { course, contacts, isActive } = prospect;
  const [before, after] = [instantOf(course, 'missed'), instantOf(edited, 'missed')];
  if (isUndated(prospect) || before === null || after === null) return '';
  const instead = isActive && before > edited.now ? ` instead of ${dateOf(before, calendar)}` : '';
  const whom = contacts.length === 1 ? 'your contact is' : 'your contacts are';
  return `If you save ${count(edited.inactiveDays, 'day')} now, ${whom} told on ${dateOf(after, calendar)}${instead}.`;
}

/** @returns "3 items go", "1 item goes", "nothing goes" */
export function goes(contents: number): string {
  if (contents === 0) return 'nothing goes';
  return `${count(contents, 'item')} ${contents === 1 ? 'goes' : 'go'}`;
}

/** @returns what it means to switch it on, or off */
export function switchSentence(prospect: Prospect, to: 'arm' | 'disarm', calendar: Calendar): string {
  if (to === 'arm' && isUndated(prospect))
    return 'It will not run yet, because something is missing. It starts by itself when everything is there. Until then, we don’t count days and contact nobody.';
  if (to === 'arm')
    return `${sentenceOf({ ...prospect, isActive: true }, calendar)} Before that we remind you. Signing in counts as a check-in, and so does anything you change here.`;
  const { contacts, stage } = prospect;
  const wereTold = (stage === 'missed' || stage === 'last-call') && contacts.length > 0;
  const told = wereTold ? ' Whoever was told hears that all is well.' : '';
  return `Nothing is counted any more, and nobody is told anything, until you switch it on again.${told}`;
}
