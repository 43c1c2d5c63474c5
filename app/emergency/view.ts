/** The page of the emergency protocol as it is read: its words are put together here, so that browsers need not. */
import { clock, plainDate } from '#app/components/dates.ts';
import { firstWords } from '#app/components/first-words.ts';
import type { Mark } from '#app/components/glyphs.tsx';
import { beyondProtocol, type PlanNotice } from '#app/plans/notices.ts';
import { instantOf } from '#domain/emergency/course.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { Release, Released } from '#services/emergency/latest-release.ts';
import type { EmergencyOverview, Missing, Prospect } from '#services/emergency/overview.ts';
import type { EmergencyStatus } from '#services/emergency/status.ts';
import { type Days, drawLine, type LineView } from './line.ts';
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
  timeZone: string,
): EmergencyView {
  const { course, safetyDays, pausedUntil, plan, isActive } = prospect;
  const calendar = { timeZone, now: course.now, day: course.day };
  const threshold = count(status.inactive_days_threshold, 'day');
  return {
    state: stateOf(status, calendar),
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
    missing: remarksOn(prospect.missing),
    trouble: troubleOf(prospect),
    beyondPlan: isActive || plan.emergencyProtocol ? null : beyondProtocol(plan.name, '/emergency'),
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
  if (!is_active) return { look: 'is-wait', sign: 'failed', words: 'Inactive' };
  if (stage === 'released') return { look: 'is-danger', sign: 'failed', words: 'Released' };
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

function lampOf({ is_active, indicator, stage }: EmergencyStatus): EmergencyView['lamp'] {
  if (!is_active || stage === 'released' || indicator === 'danger') return 'out';
  return indicator === 'warning' ? 'dim' : 'lit';
}

function checkInWords({ stage, isActive, pausedUntil }: Prospect, threshold: string): string | null {
  if (isActive && stage === 'released') return null;
  if (isActive && pausedUntil !== null) return `The ${threshold} start at the end of the pause.`;
  return isActive ? `Starts the ${threshold} again, from now.` : 'The protocol is off, so nothing is counted.';
}

const MISSING: Record<Missing, Remark> = {
  contact: {
    strong: 'No trusted contact.',
    text: 'Nothing would be sent to anyone.',
    link: { to: '/profile', words: 'Add somebody on your Profile' },
  },
  content: {
    strong: 'No emergency content.',
    text: 'Nothing would be sent to your contacts: choose something on this page.',
  },
  address: {
    strong: 'Your email address is not confirmed.',
    text: 'Our warnings might not reach you, so the clock stands still until you open the link that we sent you.',
  },
};

/** @returns what each gap means */
export function remarksOn(missing: readonly Missing[]): Remark[] {
  return missing.map((what) => MISSING[what]);
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
  const { course, safetyDays, stage } = prospect;
  const released = instantOf(course, 'released');
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
      text: 'The button above, the link in a reminder, signing in, and anything you change here. Looking at pages does not.',
    },
  ];
}

function datesIn({ course, isActive, contacts, contents }: Prospect, calendar: Calendar): Remark[] {
  const [missed, released] = [instantOf(course, 'missed'), instantOf(course, 'released')];
  if (missed === null || released === null || released <= calendar.now) return [];
  const [first, second] = [momentOf(missed, calendar), momentOf(released, calendar)];
  const silent = isActive ? 'Without a word from you' : 'Switched on now, and without a word from you';
  const isSent = contacts.length > 0 && contents > 0;
  const sent = isSent ? `what you set aside is sent on ${second}` : `the line ends on ${second} with nothing to send`;
  const told = contacts.length > 0 ? 'your contacts are told' : 'your check-in is missed';
  const happened = contacts.length > 0 ? 'Your contacts were told' : 'Your check-in was missed';
  const text =
    missed > calendar.now
      ? `${silent}, ${told} on ${first}, and ${sent}.`
      : `${happened} on ${first}. ${silent}, ${sent}.`;
  return [{ strong: 'Two dates.', text }];
}
