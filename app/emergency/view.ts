/** The emergency page in words, which the server puts together so that browsers need not. */
import { clock, plainDate } from '#app/components/dates.ts';
import type { Mark } from '#app/components/glyphs.tsx';
import { truncate } from '#app/components/truncate.ts';
import { beyondProtocol, type PlanNotice } from '#app/plans/notices.ts';
import { instantOf } from '#domain/emergency/forecast.ts';
import type { Blocker } from '#domain/emergency/running.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { EmergencyPage, ProtocolView } from '#services/emergency/protocol-view.ts';
import type { Release, Released } from '#services/emergency/release.ts';
import type { Days } from './forms.ts';
import { drawLine, type LineView } from './line.ts';
import { type Need, needsOf, type Stopped, stoppedOf } from './not-running.ts';
import { isUndated, type LineSource } from './sentences.ts';
import { type Calendar, count, fullDateOf, isHurried, momentOf } from './words.ts';

/** A state: words and a shape, never a colour alone. */
export interface State {
  look: 'is-done' | 'is-warn' | 'is-danger' | 'is-wait';
  sign: Parameters<typeof Mark>[0]['name'];
  words: string;
}

/** A few bold words and a sentence, with a link if something can be done about it. */
export interface Remark {
  strong: string;
  text: string;
  link?: { to: string; words: string };
}

/** A person in a list. */
export interface PersonView {
  name: string;
  email: string;
  state?: State;
}

/** A content that is set aside. */
export interface ItemView {
  id: string;
  type: ContentView['type'];
  title: string;
  words: string;
  /** Its thumbnail; null without one. */
  picture: { src: string; width: number; height: number } | null;
  /** The extension, in upper case; empty without one. */
  ending: string;
}

/** All that the page shows. */
export interface EmergencyView {
  state: State;
  /** In place of the state, while something is missing from a protocol that is on. */
  stopped: Stopped | null;
  /** What it needs; null if nothing is missing but the switch. */
  needs: Need[] | null;
  /** The lamp beside the state. */
  statusLight: 'lit' | 'dim' | 'out';
  lastCheckIn: { at: string; words: string };
  days: number;
  threshold: string;
  /** Null after a release, which a check-in does not end. */
  checkIn: string | null;
  isHurried: boolean;
  protocol: LineSource;
  saved: Days;
  line: LineView;
  /** What each thing that is missing means. */
  missing: Remark[];
  /** What is wrong with the warnings to the owner; null if nothing is. */
  trouble: string | null;
  /** What a plan would add; null if the owner's plan has it. */
  beyondPlan: PlanNotice | null;
  pausedUntil: string | null;
  contacts: PersonView[];
  told: string;
  contents: { shown: ItemView[]; next: string | null; total: string };
  offered: EmergencyPage['offered'];
  release: { isOver: boolean; contacts: PersonView[] } | null;
  how: Remark[];
}

/** spec.md section 9. */
const PREVIEW_LENGTH = 80;

/** @returns the page of the emergency protocol, in words */
export function viewOf(page: EmergencyPage): EmergencyView {
  const { protocol, contacts, contents, offered, release, plan } = page;
  const { inactiveDays, safetyDays, pausedUntil, blockedBy, forecast, lastCheckIn, items } = protocol;
  const { timeZone } = protocol.clock;
  const calendar = { timeZone, now: forecast.now, day: forecast.day };
  const threshold = count(inactiveDays, 'day');
  return {
    state: stateOf(protocol, calendar),
    stopped: stoppedOf(page),
    needs: needsOf(protocol),
    statusLight: statusLight(protocol),
    lastCheckIn: {
      at: lastCheckIn.toISOString(),
      words: `${plainDate(lastCheckIn, timeZone)}, ${clock(lastCheckIn, timeZone)}`,
    },
    days: protocol.daysSince,
    threshold,
    checkIn: checkInWords(protocol, threshold),
    isHurried: isHurried(calendar),
    protocol: lineSourceOf(protocol),
    saved: { inactiveDays, safetyDays },
    line: drawLine(protocol, null, timeZone),
    missing: remarksOn(blockedBy),
    trouble: troubleOf(protocol),
    beyondPlan: blockedBy.includes('plan') ? beyondProtocol(plan, '/emergency') : null,
    pausedUntil: pausedUntil && momentOf(pausedUntil.getTime(), calendar),
    contacts: contacts.map(({ name, email }) => ({ name, email })),
    told: `They are told first, and ${count(safetyDays, 'day')} later they receive what you set aside.`,
    contents: {
      shown: contents.shown.map(itemOf),
      next: contents.next,
      total: items > 1 ? `${count(items, 'item')}.` : '',
    },
    offered,
    release: releaseOf(protocol, release, timeZone),
    how: howOf(protocol, calendar),
  };
}

/** Only what the browser needs to draw the line again. */
function lineSourceOf(protocol: ProtocolView): LineSource {
  const { isActive, stage, blockedBy, forecast, safetyDays, pausedUntil, contacts, items } = protocol;
  return { isActive, stage, blockedBy, forecast, safetyDays, pausedUntil, contacts, items };
}

/** spec.md section 4. */
function stateOf(protocol: ProtocolView, calendar: Calendar): State {
  const { isActive, indicator, pausedUntil } = protocol;
  if (isReleased(protocol)) return { look: 'is-danger', sign: 'failed', words: 'Released' };
  if (indicator === 'inactive')
    return { look: 'is-wait', sign: 'failed', words: isActive ? 'Not running' : 'Inactive' };
  if (pausedUntil)
    return {
      look: 'is-wait',
      sign: 'waiting',
      words: `Paused until ${fullDateOf(pausedUntil.getTime(), calendar)}`,
    };
  if (indicator === 'danger') return { look: 'is-danger', sign: 'failed', words: 'Danger' };
  if (indicator === 'warning') return { look: 'is-warn', sign: 'delayed', words: 'Warning' };
  return { look: 'is-done', sign: 'sent', words: 'Active' };
}

function statusLight(protocol: ProtocolView): EmergencyView['statusLight'] {
  const { indicator } = protocol;
  if (isReleased(protocol) || indicator === 'danger' || indicator === 'inactive') return 'out';
  return indicator === 'warning' ? 'dim' : 'lit';
}

function isReleased({ isActive, stage }: ProtocolView): boolean {
  return isActive && stage === 'released';
}

function checkInWords(protocol: ProtocolView, threshold: string): string | null {
  const { isActive, pausedUntil } = protocol;
  if (isReleased(protocol)) return null;
  if (isActive && pausedUntil !== null) return `The ${threshold} start at the end of the pause.`;
  return isActive ? `Starts the ${threshold} again, from now.` : 'The protocol is off, so nothing is counted.';
}

/** A missing plan has a notice of its own. */
const MISSING: Record<Exclude<Blocker, 'plan'>, Remark> = {
  'address-unconfirmed': {
    strong: 'Your email address is not confirmed.',
    text: 'Our warnings might not reach you. Please open the link that we sent you.',
  },
  'no-contact': {
    strong: 'No trusted contact.',
    text: 'Nothing would be sent to anyone.',
    link: { to: '/profile#h-contacts', words: 'Add a contact on your Profile' },
  },
  'no-content': {
    strong: 'No emergency content.',
    text: 'Nothing would be sent to your contacts: choose something on the emergency page.',
  },
};

/** @returns what each thing that is missing means */
export function remarksOn(blockedBy: readonly Blocker[]): Remark[] {
  return blockedBy.flatMap((blocker) => (blocker === 'plan' ? [] : [MISSING[blocker]]));
}

function troubleOf({ forecast: { marks, isRefused } }: ProtocolView): string | null {
  if (isRefused)
    return 'Your mailbox refused a warning of ours. Your contacts are told on time, and what you set aside waits two weeks longer than usual.';
  if (marks.some(({ became }) => became === 'waiting'))
    return 'A warning to you is on its way. Nothing moves on before it has left us.';
  return null;
}

function itemOf({ id, type, title, excerpt, file_id, preview, metadata }: ContentView): ItemView {
  const [, ending = ''] = /\.([a-z0-9]{1,4})$/i.exec(metadata.original_filename ?? '') ?? [];
  return {
    id,
    type,
    title: title || 'Untitled',
    words: type === 'text' ? truncate(excerpt, PREVIEW_LENGTH) : 'File content',
    picture:
      preview?.kind === 'picture'
        ? { src: `/api/content/file/${file_id}/thumbnail`, width: preview.width, height: preview.height }
        : null,
    ending: ending.toUpperCase(),
  };
}

const FATES: Record<Released['state'], State> = {
  waiting: { look: 'is-wait', sign: 'waiting', words: 'On its way' },
  sent: { look: 'is-done', sign: 'sent', words: 'Sent' },
  opened: { look: 'is-done', sign: 'sent', words: 'Opened' },
  failed: { look: 'is-danger', sign: 'failed', words: 'Could not be delivered' },
  withdrawn: { look: 'is-wait', sign: 'failed', words: 'Taken back, not opened' },
};

/** @returns what the newest release sent to whom, and what became of it; also of a present release that sent nothing */
export function releaseOf(
  { stage }: Pick<ProtocolView, 'stage'>,
  newest: Release | null,
  timeZone: string,
): EmergencyView['release'] {
  if (stage === 'released' && (!newest || newest.isOver)) return { isOver: false, contacts: [] };
  return newest && releaseView(newest, timeZone);
}

function releaseView({ isOver, contacts }: Release, timeZone: string): EmergencyView['release'] {
  return {
    isOver,
    contacts: contacts.map(({ name, email, state, sent_at, opened_at }) => {
      const at = state === 'opened' ? opened_at : state === 'sent' ? sent_at : null;
      const when = at ? ` on ${plainDate(at, timeZone)}, ${clock(at, timeZone)}` : '';
      return { name, email, state: { ...FATES[state], words: `${FATES[state].words}${when}` } };
    }),
  };
}

/** What the protocol promises, with both of its dates. */
function howOf(protocol: ProtocolView, calendar: Calendar): Remark[] {
  const { forecast, safetyDays, stage, isActive } = protocol;
  const isStopped = isActive && isUndated(protocol);
  const released = isUndated(protocol) ? null : instantOf(forecast, 'released');
  const moment = released === null ? 0 : released - (isHurried(calendar) ? forecast.day / 24 : MINUTE);
  const last = moment > calendar.now ? ` on ${momentOf(moment, calendar)}` : '';
  const canStop: Remark = {
    strong: 'It can be stopped until the last moment.',
    text: `A check-in${last} still stops everything, and the people who were told are told again that all is well.`,
  };
  return [
    ...datesIn(protocol, calendar),
    {
      strong: 'It cannot fire by our own fault.',
      text: `Nothing is released sooner than ${count(safetyDays, 'day')} after a warning to you was accepted for delivery. If we are down, everything waits.`,
    },
    ...(stage === 'released' ? [] : [canStop]),
    {
      strong: 'What counts as a check-in.',
      text: `${isStopped ? 'The' : 'The button above, the'} link in a reminder, signing in, and anything you change here. Looking at pages does not.`,
    },
  ];
}

function datesIn(protocol: ProtocolView, calendar: Calendar): Remark[] {
  const { forecast, isActive } = protocol;
  const [missed, released] = [instantOf(forecast, 'missed'), instantOf(forecast, 'released')];
  if (isUndated(protocol) || missed === null || released === null || released <= calendar.now) return [];
  const [first, second] = [momentOf(missed, calendar), momentOf(released, calendar)];
  const silent = isActive ? 'Without a word from you' : 'Switched on now, and without a word from you';
  const sent = `what you set aside is sent on ${second}`;
  const text =
    missed > calendar.now
      ? `${silent}, your contacts are told on ${first}, and ${sent}.`
      : `Your contacts were told on ${first}. ${silent}, ${sent}.`;
  return [{ strong: 'Two dates.', text }];
}
