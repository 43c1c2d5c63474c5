/** What every page says of a protocol that is on. */
import { progressLabels, protocolBanner as texts } from '#messages/en/protocol-banner.ts';
import { blockers } from '#messages/en/protocol-needs.ts';
import { say } from '#messages/say.ts';
import type { ActiveProtocol } from '#services/emergency/active-protocol.ts';
import { CHECK_IN } from './forms.ts';
import { firstMissing, nextStep } from './not-running.ts';
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
  if (stage === 'released') return say(progressLabels.released);
  if (!isRunning) return say(progressLabels.notRunning);
  return isPaused ? say(progressLabels.paused) : say(progressLabels.day, { day: daysSince, days: inactiveDays });
}

/** @returns what is missing first, with its button; null while the protocol runs, and after a release */
export function blockedBanner({ stage, isRunning, blockedBy }: ActiveProtocol, email: string): Banner | null {
  const first = firstMissing(blockedBy);
  if (stage === 'released' || isRunning || !first) return null;
  const { to: action, method, label } = nextStep(first, { email, hasContents: true });
  const words =
    first === 'address-unconfirmed'
      ? say(texts.blockedByEmail, { email })
      : say(texts.blocked, { toDo: say(blockers[first].toDo) });
  return { words, label, action, method };
}

/**
 * @returns what happened and what comes next; while the protocol is armed, that a contact cannot be reached; null for
 *   neither, and for one that stopped before contacts were notified
 */
export function bannerOf(protocol: ActiveProtocol, calendar: Calendar): Banner | null {
  const { stage, receiving } = protocol;
  if (stage === 'armed') return protocol.isRunning ? unreachableBanner(protocol) : null;
  if (stage === 'released') {
    const words = say(texts.released, { receiving });
    return { words, label: say(texts.back), action: '/emergency/return', method: 'get' };
  }
  const words = protocol.isRunning ? silentWords(protocol, calendar) : stoppedWords(protocol);
  return words === null ? null : { words, label: say(texts.checkIn), action: CHECK_IN, method: 'post' };
}

function unreachableBanner({ unreachable: name }: ActiveProtocol): Banner | null {
  if (name === null) return null;
  return {
    words: say(texts.unreachable, { name }),
    label: say(texts.toContacts),
    action: '/profile/contacts',
    method: 'get',
  };
}

/** Nothing more happens, but contacts who were notified do not know that there was an answer. */
function stoppedWords({ stage, notified }: ActiveProtocol): string | null {
  return stage === 'reminding' || notified === 0 ? null : say(texts.stopped, { notified });
}

function silentWords(protocol: ActiveProtocol, calendar: Calendar): string {
  return protocol.stage === 'reminding' ? remindedWords(protocol, calendar) : missedWords(protocol, calendar);
}

function remindedWords({ daysSince: days, notified, notifyAt }: ActiveProtocol, calendar: Calendar): string {
  if (notifyAt === null || notified === 0) return say(texts.silent, { days });
  return say(texts.silentUntil, { days, notified, date: dateOf(notifyAt.getTime(), calendar) });
}

function missedWords(
  { notified, isTelling, receiving, releaseAt, unreachable }: ActiveProtocol,
  calendar: Calendar,
): string {
  const words = isTelling ? texts.missedTelling : texts.missedTold;
  const happened = notified > 0 ? say(words, { notified }) : say(texts.missed);
  const missed = unreachable === null ? happened : `${happened} ${say(texts.unreachable, { name: unreachable })}`;
  if (receiving === 0 || releaseAt === null) return missed;
  const moment = momentOf(releaseAt.getTime(), calendar);
  // The same people, unless one was removed since.
  const areSame = notified === receiving && notified > 1;
  const next = areSame ? say(texts.goesToThem, { moment }) : say(texts.goes, { receiving, moment });
  return `${missed} ${next}`;
}
