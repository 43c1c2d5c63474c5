/** What every page says of a protocol that is on. */
import type { ActiveProtocol } from '#services/emergency/protocol-view.ts';
import { CHECK_IN } from './forms.ts';
import { type Calendar, dateOf, momentOf } from './words.ts';

/** A question on every page until it is answered. Its words come from the server: few people ever see one. */
export interface Banner {
  words: string;
  label: string;
  action: string;
  method: 'get' | 'post';
}

/** @returns how far the protocol has come, in a word or two */
export function progressLabel(
  protocol: Pick<ActiveProtocol, 'stage' | 'daysSince' | 'inactiveDays' | 'isPaused' | 'isRunning'>,
): string {
  const { stage, daysSince, inactiveDays, isPaused, isRunning } = protocol;
  if (stage === 'released') return 'Released';
  if (!isRunning) return 'Not running';
  return isPaused ? 'Paused' : `Day ${daysSince} of ${inactiveDays}`;
}

/** @returns what happened and what comes next; null while the protocol is armed, or stopped before contacts were notified */
export function bannerOf(protocol: ActiveProtocol, calendar: Calendar): Banner | null {
  const { stage, receiving } = protocol;
  if (stage === 'armed') return null;
  if (stage === 'released') {
    const sent = receiving > 0 ? `what you set aside has gone to ${contacts(receiving)}` : 'nothing was sent';
    return {
      words: `Your emergency protocol was released: ${sent}.`,
      label: 'I’m back',
      action: '/emergency/return',
      method: 'get',
    };
  }
  if (!protocol.isRunning) return stoppedBanner(protocol);
  const words = stage === 'reminding' ? asked(protocol, calendar) : missed(protocol, calendar);
  return { words, label: 'Check in', action: CHECK_IN, method: 'post' };
}

/** Nothing more happens, but contacts who were notified do not know that all is well. */
function stoppedBanner({ stage, notified }: ActiveProtocol): Banner | null {
  if (stage === 'reminding' || notified === 0) return null;
  const who = `${contacts(notified)} ${notified > 1 ? 'were' : 'was'} told that we have not heard from you`;
  const words = `Your emergency protocol is not running. Before it stopped, ${who}.`;
  return { words, label: 'Check in', action: CHECK_IN, method: 'post' };
}

function asked({ daysSince, notified, toldAt }: ActiveProtocol, calendar: Calendar): string {
  const silent = `We have not heard from you for ${daysSince} days.`;
  if (toldAt === null || notified === 0) return silent;
  return `${silent} Unless you check in, ${contacts(notified)} ${areOrIs(notified)} told on ${dateOf(toldAt.getTime(), calendar)}.`;
}

function missed({ notified, receiving, releaseAt }: ActiveProtocol, calendar: Calendar): string {
  const who =
    notified > 0
      ? `You missed your check-in, and ${contacts(notified)} ${notified > 1 ? 'were' : 'was'} told.`
      : 'You missed your check-in.';
  if (receiving === 0 || releaseAt === null) return who;
  // The same people, unless one was removed since.
  const whom = notified === receiving && notified > 1 ? 'them' : contacts(receiving);
  return `${who} Unless you check in, what you set aside goes to ${whom} on ${momentOf(releaseAt.getTime(), calendar)}.`;
}

function contacts(count: number): string {
  return count === 1 ? 'your trusted contact' : 'your trusted contacts';
}

function areOrIs(count: number): string {
  return count === 1 ? 'is' : 'are';
}
