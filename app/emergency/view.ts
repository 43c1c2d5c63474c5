/** The page of the emergency protocol as it is read: its words are put together here, so that browsers need not. */
import { clock, plainDate } from '#app/components/dates.ts';
import { firstWords } from '#app/components/first-words.ts';
import type { Mark } from '#app/components/glyphs.tsx';
import { beyondProtocol, type PlanNotice } from '#app/plans/notices.ts';
import { instantOf } from '#domain/emergency/course.ts';
import type { Blocker } from '#domain/emergency/running.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { Release, Released } from '#services/emergency/latest-release.ts';
import type { EmergencyOverview, Prospect } from '#services/emergency/overview.ts';
import type { EmergencyStatus } from '#services/emergency/status.ts';
import { type Days, drawLine, type LineView } from './line.ts';
import { type Need, needsOf, type Stopped, stoppedOf } from './not-running.ts';
import { isUndated } from './sentences.ts';
import { type Calendar, count, fullDateOf, isHurried, momentOf } from './words.ts';

/** A state: a word and a shape, never a colour alone. */
export interface State {
  look: 'is-done' | 'is-warn' | 'is-danger' | 'is-wait';
  sign: Parameters<typeof Mark>[0]['name'];
  words: string;
}

/** A few words that weigh, and a sentence; perhaps with where to mend it. */
export interface Remark {
  strong: string;
  text: string;
  link?: { to: string; words: string };
}

/** Somebody in a list. */
export interface PersonView {
  name: string;
  email: string;
  state?: State;
}

/** Something that is set aside. */
export interface ItemView {
  id: string;
  type: ContentView['type'];
  title: string;
  words: string;
  /** Its picture and that one's size; null where there is none. */
  picture: { src: string; width: number; height: number } | null;
  /** What stands on the sheet of a file. */
  ending: string;
}

/** All of the page. */
export interface EmergencyView {
  state: State;
  /** In place of the state, while the protocol is on and does not run. */
  stopped: Stopped | null;
  /** What it needs; null where nothing is missing but the switch. */
  needs: Need[] | null;
  /** The lamp beside it: on, dimmed when it is time, or off. */
  lamp: 'lit' | 'dim' | 'out';
  lastCheckIn: { at: string; words: string };
  days: number;
  threshold: string;
  /** Null after a release, which a check-in does not end. */
  checkIn: string | null;
  isHurried: boolean;
  prospect: Prospect;
  saved: Days;
  line: LineView;
  /** What each thing that is missing means. */
  missing: Remark[];
  /** What became of the warnings, where it matters. */
  trouble: string | null;
  /** What a plan would add; null for whoever has it. */
  beyondPlan: PlanNotice | null;
  pausedUntil: string | null;
  contacts: PersonView[];
  told: string;
  contents: { shown: ItemView[]; next: string | null; total: string };
  offered: EmergencyOverview['offered'];
  release: { isOver: boolean; contacts: PersonView[] } | null;
  how: Remark[];
}

/** spec.md section 9. */
const PREVIEW_LENGTH = 80;

/** @returns the page of the emergency protocol, in words */
export function viewOf(
  { status, prospect, contacts, contents, offered, release }: EmergencyOverview,
  { time_zone: timeZone, email }: { time_zone: string; email: string },
): EmergencyView {
  const { course, safetyDays, pausedUntil, plan, blockedBy } = prospect;
  const calendar = { timeZone, now: course.now, day: course.day };
  const threshold = count(status.inactive_days_threshold, 'day');
  return {
    state: stateOf(status, calendar),
    stopped: stoppedOf(prospect, { offered }, email),
    needs: needsOf(prospect, email),
    lamp: lampOf(status),
    lastCheckIn: {
      at: status.last_check_in,
      words: `${plainDate(status.last_check_in, timeZone)}, ${clock(status.last_check_in, timeZone)}`,
    },
    days: status.days_since_last_check_in,
    threshold,
    checkIn: checkInWords(prospect, threshold),
    isHurried: isHurried(calendar),
    prospect,
    saved: { inactiveDays: status.inactive_days_threshold, safetyDays },
    line: drawLine(prospect, null, timeZone),
    missing: remarksOn(blockedBy),
    trouble: troubleOf(prospect),
    beyondPlan: blockedBy.includes('plan') ? beyondProtocol(plan, '/emergency') : null,
    pausedUntil: pausedUntil === null ? null : momentOf(pausedUntil, calendar),
    contacts: contacts.map(({ name, email }) => ({ name, email })),
    told: `They are told first, and ${count(safetyDays, 'day')} later they receive what you set aside.`,
    contents: {
      shown: contents.shown.map(itemOf),
      next: contents.next,
      total: prospect.contents > 1 ? `${count(prospect.contents, 'item')}.` : '',
    },
    offered,
    release: releaseOf(prospect, release, timeZone),
    how: howOf(prospect, calendar),
  };
}

/** spec.md section 4. */
function stateOf({ is_active, indicator, paused_until, stage }: EmergencyStatus, calendar: Calendar): State {
  if (stage === 'released') return { look: 'is-danger', sign: 'failed', words: 'Released' };
  if (indicator === 'inactive')
    return { look: 'is-wait', sign: 'failed', words: is_active ? 'Not running' : 'Inactive' };
  if (paused_until)
    return {
      look: 'is-wait',
      sign: 'waiting',
      words: `Paused until ${fullDateOf(Date.parse(paused_until), calendar)}`,
    };
  if (indicator === 'danger') return { look: 'is-danger', sign: 'failed', words: 'Danger' };
  if (indicator === 'warning') return { look: 'is-warn', sign: 'delayed', words: 'Warning' };
  return { look: 'is-done', sign: 'sent', words: 'Active' };
}

function lampOf({ indicator, stage }: EmergencyStatus): EmergencyView['lamp'] {
  if (stage === 'released' || indicator === 'danger' || indicator === 'inactive') return 'out';
  return indicator === 'warning' ? 'dim' : 'lit';
}

function checkInWords({ stage, isActive, pausedUntil }: Prospect, threshold: string): string | null {
  if (isActive && stage === 'released') return null;
  if (isActive && pausedUntil !== null) return `The ${threshold} start at the end of the pause.`;
  return isActive ? `Starts the ${threshold} again, from now.` : 'The protocol is off, so nothing is counted.';
}

/** A missing plan is said in a notice of its own. */
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

function troubleOf({ course: { marks, isRefused } }: Prospect): string | null {
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
    words: type === 'text' ? firstWords(excerpt, PREVIEW_LENGTH) : 'File content',
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

/** @returns what the release sent to whom, and what became of it; one that sent nothing has a way back as well */
export function releaseOf({ stage }: Prospect, newest: Release | null, timeZone: string): EmergencyView['release'] {
  if (stage === 'released' && (!newest || newest.isOver)) return { isOver: false, contacts: [] };
  return newest && releaseView(newest, timeZone);
}

/** Each contact, and what became of what was sent to them. */
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
function howOf(prospect: Prospect, calendar: Calendar): Remark[] {
  const { course, safetyDays, stage, isActive } = prospect;
  const isStopped = isActive && isUndated(prospect);
  const released = isUndated(prospect) ? null : instantOf(course, 'released');
  const moment = released === null ? 0 : released - (isHurried(calendar) ? course.day / 24 : MINUTE);
  const last = moment > calendar.now ? ` on ${momentOf(moment, calendar)}` : '';
  const canStop: Remark = {
    strong: 'It can be stopped until the last moment.',
    text: `A check-in${last} still stops everything, and the people who were told are told again that all is well.`,
  };
  return [
    ...datesIn(prospect, calendar),
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

function datesIn(prospect: Prospect, calendar: Calendar): Remark[] {
  const { course, isActive } = prospect;
  const [missed, released] = [instantOf(course, 'missed'), instantOf(course, 'released')];
  if (isUndated(prospect) || missed === null || released === null || released <= calendar.now) return [];
  const [first, second] = [momentOf(missed, calendar), momentOf(released, calendar)];
  const silent = isActive ? 'Without a word from you' : 'Switched on now, and without a word from you';
  const sent = `what you set aside is sent on ${second}`;
  const text =
    missed > calendar.now
      ? `${silent}, your contacts are told on ${first}, and ${sent}.`
      : `Your contacts were told on ${first}. ${silent}, ${sent}.`;
  return [{ strong: 'Two dates.', text }];
}
