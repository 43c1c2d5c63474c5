/** Reads one protocol for everything that shows it: pages, mails and the API. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { daysSince, type Indicator, indicatorOf } from '#domain/emergency/emergency.ts';
import { type Forecast, forecastOf, freshForecast } from '#domain/emergency/forecast.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import type { Blocker, Running } from '#domain/emergency/running.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { listContents } from '#services/contents/read-contents.ts';
import type { Context } from '#services/context.ts';
import type { OwnWatch } from '#services/mails/shared-sentences.ts';
import { entitlementsOf } from '#services/subscription/entitlements.ts';
import { type ContactView, listContacts } from './contacts.ts';
import { type PlannedPerson, type ReleaseDate, readReleasePlan, sharesOf } from './plan.ts';
import { dayOf, type Protocol, readProtocol } from './protocol-row.ts';
import { latestRelease, type Release } from './release.ts';
import { type SayStatus, type SayView, sayStatusOf, sayViewOf } from './say-view.ts';

/** One protocol, at the moment it was read. Each page, mail and API call picks from it. */
export interface ProtocolView extends Omit<OwnWatch, keyof SayView>, Running, SayView {
  ownerId: string;
  ownerEmail: string;
  episode: number;
  isActive: boolean;
  /** Also of a protocol that is off or blocked, whose stage is not shown. */
  stage: Stage;
  safetyDays: number;
  /** `inactive` while the protocol does not run. */
  indicator: Indicator;
  /** The end of the present pause; null without one. */
  pausedUntil: Date | null;
  missedAt: Date | null;
  releasedAt: Date | null;
  /** When we next mail the owner; null while nothing is to come. */
  asksAt: Date | null;
  /** Whether a message to a contact about the missed check-in has not left us yet. */
  isTelling: boolean;
  /** If the protocol does not run: as if it began now. */
  forecast: Forecast;
  /** Who gets what, in the order of the contacts; null where each contact gets everything at the release. */
  plan: PlannedPerson[] | null;
}

/**
 * @param day the length of a protocol day, in milliseconds
 * @returns an owner's protocol with its dates as they are known now
 * @throws Error without such an account
 */
export async function readProtocolView(em: EntityManager, ownerId: string, day: number): Promise<ProtocolView> {
  return plannedView(em, await readProtocol(em, ownerId, day), day);
}

/**
 * @param protocol as it was read
 * @param day the length of a protocol day, in milliseconds
 * @returns the same as `readProtocolView`
 */
export async function plannedView(em: EntityManager, protocol: Protocol, day: number): Promise<ProtocolView> {
  const view = viewOf(protocol, day);
  if (!protocol.isPlanned) return view;
  return { ...view, plan: sharesOf(await readReleasePlan(em, protocol.ownerId, releaseDateOf(view))) };
}

/** @returns the date of the release as far as it is known, for `readReleasePlan` */
export function releaseDateOf({ releaseAt, clock }: Pick<ProtocolView, 'releaseAt' | 'clock'>): ReleaseDate {
  return { ...clock, releaseAt: releaseAt?.getTime() ?? null };
}

function viewOf(protocol: Protocol, day: number): ProtocolView {
  const { owner, state, running, now, lastCheckIn, releasedAt, contacts, contents } = protocol;
  const { isActive, stage, inactiveDays, safetyDays, missedAt } = state;
  const days = daysSince(new Date(lastCheckIn), new Date(now), day);
  const pausedUntil = protocol.pausedUntil !== null && protocol.pausedUntil > now ? protocol.pausedUntil : null;
  const hasDates = running.isRunning || (isActive && stage === 'released');
  const contactZone = running.blockedBy.length > 0 ? null : state.contactZone;
  const forecast = hasDates
    ? forecastOf({ day }, state, protocol)
    : freshForecast({ day }, { now, pausedUntil, inactiveDays, safetyDays, contactZone });
  const ahead = hasDates ? forecast.marks.filter(({ became }) => became === null) : [];
  const at = (kind: 'missed' | 'last-call' | 'released') => ahead.find((one) => one.kind === kind)?.at ?? null;
  return {
    ...running,
    ...sayViewOf(protocol, day, hasDates),
    ownerId: protocol.ownerId,
    ownerName: owner.name,
    ownerEmail: owner.email,
    clock: { timeZone: owner.timeZone, day },
    now: new Date(now),
    episode: protocol.episode,
    isActive,
    stage,
    inactiveDays,
    safetyDays,
    lastCheckIn: new Date(lastCheckIn),
    daysSince: days,
    indicator: running.isRunning ? indicatorOf(days, inactiveDays) : 'inactive',
    pausedUntil: dateOf(pausedUntil),
    missedAt: dateOf(missedAt),
    releasedAt: dateOf(releasedAt),
    asksAt: dateOf(ahead[0]?.at ?? null),
    notifyAt: dateOf(missedAt ?? at('missed')),
    lastCallAt: dateOf(at('last-call')),
    releaseAt: dateOf(releasedAt ?? at('released')),
    contacts,
    isTelling: protocol.isTelling,
    items: contents,
    forecast,
    plan: null,
  };
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** What the API answers of a protocol. Instants are ISO 8601 with Z. */
export interface EmergencyStatus extends SayStatus {
  is_active: boolean;
  /** Whether it is on and nothing is missing. It becomes true by itself, which counts as a check-in. */
  running: boolean;
  /** What is missing, also while it is off. */
  blocked_by: Blocker[];
  inactive_days_threshold: number;
  /** Of a new account: when it was opened. */
  last_check_in: string;
  safety_days: number;
  /** Whole days. */
  days_since_last_check_in: number;
  /** `inactive` while it does not run. */
  indicator: Indicator;
  /** Null while it does not run, except after a release. */
  stage: Stage | null;
  /** When trusted contacts are notified without a check-in, or were. Null as `stage`. */
  contacts_told_at: string | null;
  /** When everything goes out, at the earliest, or did. Null as `stage`. */
  release_at: string | null;
  /** The end of the present pause; null without one. */
  paused_until: string | null;
}

/** @returns an owner's protocol as the API answers it */
export async function emergencyStatus(context: Context, ownerId: string): Promise<EmergencyStatus> {
  const view = await readProtocolView(context.em, ownerId, dayOf(context));
  const hasStage = view.isActive && (view.isRunning || view.stage === 'released');
  return {
    is_active: view.isActive,
    running: view.isRunning,
    blocked_by: view.blockedBy,
    inactive_days_threshold: view.inactiveDays,
    last_check_in: view.lastCheckIn.toISOString(),
    safety_days: view.safetyDays,
    days_since_last_check_in: view.daysSince,
    indicator: view.indicator,
    stage: hasStage ? view.stage : null,
    contacts_told_at: hasStage ? (view.notifyAt?.toISOString() ?? null) : null,
    release_at: hasStage ? (view.releaseAt?.toISOString() ?? null) : null,
    paused_until: view.pausedUntil?.toISOString() ?? null,
    ...sayStatusOf(view),
  };
}

/** Emergency contents on one page. */
const CONTENTS_ON_PAGE = 50;
/** Own contents that can be chosen at a time. */
const OFFERED = 200;

/** What the emergency page shows. */
export interface EmergencyPage {
  protocol: ProtocolView;
  /** In the order in which they were added. */
  contacts: ContactView[];
  /** Newest first. */
  contents: { shown: ContentView[]; next: string | null };
  /** Own contents that are not set aside, newest first. */
  offered: { shown: Pick<ContentView, 'id' | 'type' | 'title'>[]; next: string | null };
  release: Release | null;
  /** The name of the owner's plan. */
  plan: string;
}

/** Cursors of the page's lists; without one a list begins at the newest. */
export interface Cursors {
  contents?: string | null;
  offered?: string | null;
}

/**
 * @returns what the emergency page shows
 * @throws AppError validation-failed for a cursor that is not ours
 */
export async function readEmergencyPage(context: Context, ownerId: string, from: Cursors = {}): Promise<EmergencyPage> {
  const [protocol, contents, offered, contacts, plan] = await Promise.all([
    readProtocolView(context.em, ownerId, dayOf(context)),
    listContents(context, ownerId, { isEmergency: true, limit: CONTENTS_ON_PAGE, cursor: from.contents ?? null }),
    listContents(context, ownerId, { isEmergency: false, limit: OFFERED, cursor: from.offered ?? null }),
    listContacts(context, ownerId),
    entitlementsOf(context.em, ownerId),
  ]);
  return {
    protocol,
    contacts: contacts.toReversed(),
    contents: { shown: contents.contents, next: contents.next },
    offered: { shown: offered.contents.map(({ id, type, title }) => ({ id, type, title })), next: offered.next },
    release: await latestRelease(context.em, ownerId, protocol.episode),
    plan: plan.name,
  };
}
