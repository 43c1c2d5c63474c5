/** The emergency page in words, which the server puts together so that browsers need not. */
import { beyondProtocol, type PlanBanner } from '#app/plans/banners.ts';
import { truncate } from '#domain/content/truncate.ts';
import { clock, plainDate } from '#messages/dates.ts';
import { contentTypes } from '#messages/en/content-types.ts';
import { emergencyWords } from '#messages/en/emergency-line.ts';
import { signOfLife, emergencyView as texts } from '#messages/en/emergency-view.ts';
import { frame } from '#messages/en/frame.ts';
import { sealedItem } from '#messages/en/sealed-item.ts';
import { switchQuestions } from '#messages/en/switch-question.ts';
import { say, sayAll } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { ContactView } from '#services/emergency/contacts.ts';
import type { EmergencyPage, ProtocolView } from '#services/emergency/protocol-view.ts';
import type { Release, Released } from '#services/emergency/release.ts';
import type { Days, SwitchTexts } from './forms.ts';
import { howOf, type Remark } from './how.ts';
import { drawLine, type LineView } from './line.ts';
import { type Need, needsOf, type Stopped, stoppedOf } from './not-running.ts';
import { type SayWords, sayWordsOf } from './say-words.ts';
import type { LineSource } from './sentences.ts';
import { type Calendar, daysWords, fullDateOf, isHurried, momentOf } from './words.ts';

/** A state: words and a shape, never a colour alone. */
export interface State {
  look: 'is-done' | 'is-warn' | 'is-danger' | 'is-wait';
  /** The name of a glyph. */
  sign: 'waiting' | 'missing' | 'delayed' | 'sent' | 'failed';
  words: string;
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
  is_sealed: boolean;
  /** "Sealed", or the name of its type. */
  kind: string;
  title: string;
  words: string;
  /** Its thumbnail; null without one. */
  picture: { src: string; width: number; height: number } | null;
  /** The extension, in upper case; empty without one. */
  ending: string;
}

/** The words of the switch: of both positions, since it can be moved before it is saved. */
interface SwitchView extends Record<'name' | 'on' | 'off' | 'unsaved' | 'hint', string> {
  /** Before the position is saved. */
  question: SwitchTexts;
}

/** All that the page shows. */
export interface EmergencyView {
  state: State;
  /** In place of the state, while something is missing from a protocol that is on. */
  stopped: Stopped | null;
  /** What it needs; null if nothing is missing but the switch. */
  needs: Need[] | null;
  /** The status light beside the state. */
  statusLight: 'lit' | 'dim' | 'out';
  lastCheckIn: { at: string; words: string };
  days: number;
  threshold: string;
  /** What the protocol does, in a sentence. */
  lead: string;
  /** Null after a release, which a check-in does not end. */
  checkIn: string | null;
  switch: SwitchView;
  isHurried: boolean;
  protocol: LineSource;
  saved: Days;
  line: LineView;
  /** What is wrong with the warnings to the owner; null if nothing is. */
  trouble: string | null;
  /** What a plan would add; null if the owner's plan has it. */
  beyondPlan: PlanBanner | null;
  pausedUntil: string | null;
  contacts: PersonView[];
  notification: string;
  /** What they have a say in. */
  say: SayWords;
  /** `aside` says to whom they go. */
  contents: { shown: ItemView[]; next: string | null; aside: string };
  offered: EmergencyPage['offered'];
  release: { isOver: boolean; contacts: PersonView[] } | null;
  how: Remark[];
}

/** spec.md section 9. */
const PREVIEW_LENGTH = 80;

/** @returns the page of the emergency protocol, in words */
export function viewOf(page: EmergencyPage): EmergencyView {
  const { protocol, contacts, contents, offered, release, plan } = page;
  const { inactiveDays, safetyDays, pausedUntil, blockedBy, forecast, lastCheckIn } = protocol;
  const { timeZone } = protocol.clock;
  const calendar = { timeZone, now: forecast.now, day: forecast.day };
  return {
    state: stateOf(protocol, calendar),
    stopped: stoppedOf(page),
    needs: needsOf(protocol),
    statusLight: statusLight(protocol),
    lastCheckIn: {
      at: lastCheckIn.toISOString(),
      words: dateAndClock(lastCheckIn, timeZone),
    },
    days: protocol.daysSince,
    threshold: daysWords(inactiveDays),
    lead: leadOf(protocol),
    checkIn: checkInWords(protocol),
    switch: switchView(protocol),
    isHurried: isHurried(calendar),
    protocol: lineSourceOf(protocol),
    saved: { inactiveDays, safetyDays },
    line: drawLine(protocol, null, timeZone),
    trouble: troubleOf(protocol),
    beyondPlan: blockedBy.includes('plan') ? beyondProtocol(plan, '/emergency') : null,
    pausedUntil: pausedUntil && momentOf(pausedUntil.getTime(), calendar),
    contacts: contacts.map(personOf),
    notification: say(texts.told),
    say: sayWordsOf(protocol),
    contents: {
      shown: contents.shown.map(itemOf),
      next: contents.next,
      aside: asideOf(protocol),
    },
    offered,
    release: releaseOf(protocol, release, timeZone),
    how: howOf(protocol, calendar),
  };
}

/** Only what the browser needs to draw the line again. */
function lineSourceOf(protocol: ProtocolView): LineSource {
  const { isActive, stage, blockedBy, forecast, safetyDays, pausedUntil, contacts, isTelling, items, plan } = protocol;
  return { isActive, stage, blockedBy, forecast, safetyDays, pausedUntil, contacts, isTelling, items, plan };
}

/** spec.md section 4. */
function stateOf(protocol: ProtocolView, calendar: Calendar): State {
  const { isActive, indicator, pausedUntil } = protocol;
  const { states } = texts;
  if (isReleased(protocol)) return { look: 'is-danger', sign: 'failed', words: say(states.released) };
  if (indicator === 'inactive')
    return { look: 'is-wait', sign: 'failed', words: say(isActive ? states.notRunning : states.inactive) };
  if (pausedUntil) {
    const until = fullDateOf(pausedUntil.getTime(), calendar);
    return { look: 'is-wait', sign: 'waiting', words: say(states.pausedUntil, { until }) };
  }
  if (indicator === 'danger') return { look: 'is-danger', sign: 'failed', words: say(states.danger) };
  if (indicator === 'warning') return { look: 'is-warn', sign: 'delayed', words: say(states.warning) };
  return { look: 'is-done', sign: 'sent', words: say(states.active) };
}

function statusLight(protocol: ProtocolView): EmergencyView['statusLight'] {
  const { indicator } = protocol;
  if (isReleased(protocol) || indicator === 'danger' || indicator === 'inactive') return 'out';
  return indicator === 'warning' ? 'dim' : 'lit';
}

function isReleased({ isActive, stage }: ProtocolView): boolean {
  return isActive && stage === 'released';
}

function checkInWords(protocol: ProtocolView): string | null {
  const { isActive, pausedUntil, inactiveDays: days } = protocol;
  if (isReleased(protocol)) return null;
  if (!isActive) return say(texts.checkIn.off);
  const counts = say(signOfLife.short);
  return say(pausedUntil === null ? texts.checkIn.active : texts.checkIn.paused, { days, counts });
}

function leadOf(protocol: ProtocolView): string {
  const { leads } = texts;
  if (isReleased(protocol)) return say(leads.released);
  if (protocol.isRunning && protocol.stage !== 'armed' && protocol.stage !== 'reminding') return say(leads.missed);
  if (protocol.isRunning) return say(protocol.pausedUntil ? leads.paused : leads.runs);
  return say(protocol.isActive ? leads.stopped : leads.off);
}

function switchView(protocol: ProtocolView): SwitchView {
  const { isActive, isRunning } = protocol;
  const { name, on, off, unsaved, hint, stopped } = sayAll(texts.switch);
  const { question, submit, cancel } = sayAll(switchQuestions[isActive ? 'disarm' : 'arm']);
  const isStopped = isActive && !isRunning;
  return {
    ...{ name, on, off, unsaved },
    hint: isStopped ? `${stopped} ${hint}` : hint,
    question: { question, submit, cancel },
  };
}

function asideOf({ plan, items }: ProtocolView): string {
  const whom = say(plan ? texts.byPlan : texts.toEveryone);
  return items > 1 ? `${whom} ${say(texts.items, { count: items })}` : whom;
}

/** A contact whose address works needs no word. */
function personOf({ name, email, bounced_at }: ContactView): PersonView {
  if (bounced_at === null) return { name, email };
  return { name, email, state: { look: 'is-danger', sign: 'failed', words: say(texts.unreachable) } };
}

function troubleOf({ forecast: { marks, isRefused } }: ProtocolView): string | null {
  if (isRefused) return say(texts.trouble.refused);
  return marks.some(({ became }) => became === 'waiting') ? say(texts.trouble.waiting) : null;
}

function itemOf(content: ContentView): ItemView {
  const { id, type, title, file_id, preview, metadata, is_sealed } = content;
  const [, ending = ''] = /\.([a-z0-9]{1,4})$/i.exec(metadata.original_filename ?? '') ?? [];
  return {
    id,
    type,
    is_sealed,
    kind: say(is_sealed ? sealedItem.badge : contentTypes.names[type]),
    title: title || say(frame.untitled),
    words: wordsOf(content),
    picture:
      preview?.kind === 'picture'
        ? { src: `/api/content/file/${file_id}/thumbnail`, width: preview.width, height: preview.height }
        : null,
    ending: ending.toUpperCase(),
  };
}

function wordsOf({ type, excerpt, is_sealed }: ContentView): string {
  if (is_sealed) return say(sealedItem.preview);
  return type === 'text' ? truncate(excerpt, PREVIEW_LENGTH) : say(texts.fileContent);
}

const FATES: Record<Released['state'], Pick<State, 'look' | 'sign'>> = {
  waiting: { look: 'is-wait', sign: 'waiting' },
  sent: { look: 'is-done', sign: 'sent' },
  opened: { look: 'is-done', sign: 'sent' },
  failed: { look: 'is-danger', sign: 'failed' },
  withdrawn: { look: 'is-wait', sign: 'failed' },
};

/** @returns what the newest release sent to whom, and what became of it; also of a present release that sent nothing */
export function releaseOf(
  { stage, now }: Pick<ProtocolView, 'stage' | 'now'>,
  newest: Release | null,
  timeZone: string,
): EmergencyView['release'] {
  if (stage === 'released' && (!newest || newest.isOver)) return { isOver: false, contacts: [] };
  return newest && releaseView(newest, timeZone, now);
}

function releaseView({ isOver, contacts }: Release, timeZone: string, now: Date): EmergencyView['release'] {
  return {
    isOver,
    contacts: contacts.map((contact) => {
      const { name, email, state } = contact;
      return { name, email, state: { ...FATES[state], words: fateWords(contact, timeZone, now) } };
    }),
  };
}

function fateWords({ state, sent_at, opened_at, due_at }: Released, timeZone: string, now: Date): string {
  const { sentOn, openedOn, dueOn } = texts.release;
  const isAhead = state === 'waiting' && new Date(due_at) > now;
  if (isAhead) return say(dueOn, { moment: dateAndClock(due_at, timeZone) });
  if (state === 'opened' && opened_at) return say(openedOn, { moment: dateAndClock(opened_at, timeZone) });
  if (state === 'sent' && sent_at) return say(sentOn, { moment: dateAndClock(sent_at, timeZone) });
  return say(texts.release[state]);
}

/** @returns "9 December 2026, 08:40" */
function dateAndClock(instant: string | Date, timeZone: string): string {
  return say(emergencyWords.moment, { date: plainDate(instant, timeZone), clock: clock(instant, timeZone) });
}
