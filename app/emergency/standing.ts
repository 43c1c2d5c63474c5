/** What every page says of an active protocol. */
import type { Glance } from '#services/emergency/glance.ts';
import { type Calendar, dateOf, momentOf } from './words.ts';

/** Something that stands on every page until it is answered. Its words come from the server: few people ever see one. */
export interface StandingNotice {
  words: string;
  label: string;
  action: string;
  method: 'get' | 'post';
}

/** @returns how far it has come, in a word or two */
export function lampOf({
  stage,
  day,
  of,
  isPaused,
  isRunning,
}: Pick<Glance, 'stage' | 'day' | 'of' | 'isPaused' | 'isRunning'>): string {
  if (stage === 'released') return 'Released';
  if (!isRunning) return 'Not running';
  return isPaused ? 'Paused' : `Day ${day} of ${of}`;
}

/** @returns what happened and what comes next, never more than there is to be told or sent; null while it is quiet */
export function standingNotice(seen: Glance, calendar: Calendar): StandingNotice | null {
  if (seen.stage === 'armed') return null;
  if (seen.stage === 'released') {
    const sent = seen.receiving > 0 ? `what you set aside has gone to ${contacts(seen.receiving)}` : 'nothing was sent';
    return {
      words: `Your emergency protocol was released: ${sent}.`,
      label: 'I’m back',
      action: '/emergency/return',
      method: 'get',
    };
  }
  if (!seen.isRunning) return stoppedNotice(seen);
  const words = seen.stage === 'reminding' ? asked(seen, calendar) : missed(seen, calendar);
  return { words, label: 'Check in', action: '/emergency/check-in', method: 'post' };
}

/** Nothing more happens, but contacts who were told do not know that all is well. */
function stoppedNotice({ stage, told }: Glance): StandingNotice | null {
  if (stage === 'reminding' || told === 0) return null;
  const who = `${contacts(told)} ${told > 1 ? 'were' : 'was'} told that we have not heard from you`;
  const words = `Your emergency protocol is not running. Before it stopped, ${who}.`;
  return { words, label: 'Check in', action: '/emergency/check-in', method: 'post' };
}

function asked({ day, told, told_at }: Glance, calendar: Calendar): string {
  const silent = `We have not heard from you for ${day} days.`;
  if (told_at === null || told === 0) return silent;
  return `${silent} Unless you check in, ${contacts(told)} ${areOrIs(told)} told on ${dateOf(Date.parse(told_at), calendar)}.`;
}

function missed({ told, receiving, release_at }: Glance, calendar: Calendar): string {
  const who =
    told > 0
      ? `You missed your check-in, and ${contacts(told)} ${told > 1 ? 'were' : 'was'} told.`
      : 'You missed your check-in.';
  if (receiving === 0 || release_at === null) return who;
  // Unless one was removed since, they are the same people.
  const whom = told === receiving && told > 1 ? 'them' : contacts(receiving);
  return `${who} Unless you check in, what you set aside goes to ${whom} on ${momentOf(Date.parse(release_at), calendar)}.`;
}

function contacts(count: number): string {
  return count === 1 ? 'your trusted contact' : 'your trusted contacts';
}

function areOrIs(count: number): string {
  return count === 1 ? 'is' : 'are';
}
