import { indicatorOf } from '#domain/emergency/emergency.ts';
import { type Forecast, forecastOf, freshForecast } from '#domain/emergency/forecast.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import { runningOf } from '#domain/emergency/running.ts';
import { DAY } from '#domain/time/durations.ts';
import type { EmergencyPage } from '#services/emergency/protocol-view.ts';
import { NO_WORDS } from './no-words.ts';

export const NOW = Date.UTC(2026, 10, 21, 8, 40);
const POLICY = { day: DAY };

/** What differs from a protocol that runs since 12 days, with two contacts and three items. */
export interface PageCase {
  days?: number;
  stage?: Stage;
  isActive?: boolean;
  pausedUntil?: number | null;
  contacts?: string[];
  contents?: number;
  isAddressConfirmed?: boolean;
  mayArm?: boolean;
  plan?: EmergencyPage['protocol']['plan'];
}

/** @returns what the emergency page is made from, without a database */
export function pageOf(given: PageCase): EmergencyPage {
  const { days = 12, stage = 'armed', isActive = true, pausedUntil = null } = given;
  const { contacts = ['Rui Duarte', 'Marta Lind'], contents = 3, isAddressConfirmed = true, mayArm = true } = given;
  const running = runningOf({ isActive, isAddressConfirmed, contacts: contacts.length, contents, mayArm });
  const isReleased = isActive && stage === 'released';
  const lastCheckIn = NOW - days * DAY;
  return {
    protocol: {
      ...running,
      ...NO_WORDS,
      ...{ ownerId: '', ownerName: 'Helena Duarte', ownerEmail: 'helena@example.com', episode: 1 },
      clock: { timeZone: 'Europe/Lisbon', day: DAY },
      now: new Date(NOW),
      isActive,
      stage,
      ...{ inactiveDays: 30, safetyDays: 3, daysSince: days, contacts, isTelling: false, items: contents },
      lastCheckIn: new Date(lastCheckIn),
      indicator: running.isRunning ? indicatorOf(days, 30) : 'inactive',
      pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
      ...{ missedAt: null, releasedAt: null, asksAt: null, notifyAt: null, lastCallAt: null, releaseAt: null },
      plan: given.plan ?? null,
      forecast: forecastAt({ lastCheckIn, stage, isActive: running.isRunning || isReleased, pausedUntil }),
    },
    contacts: [],
    contents: { shown: [], next: null },
    offered: { shown: [], next: null },
    release: null,
    plan: 'Plus',
  };
}

function forecastAt({
  lastCheckIn,
  stage,
  isActive,
  pausedUntil,
}: Required<Pick<PageCase, 'stage' | 'isActive' | 'pausedUntil'>> & { lastCheckIn: number }): Forecast {
  if (!isActive || pausedUntil !== null)
    return freshForecast(POLICY, { now: NOW, pausedUntil, inactiveDays: 30, safetyDays: 3, contactZone: null });
  const released = stage === 'released' ? NOW - DAY : null;
  const state = {
    isActive,
    stage,
    inactiveDays: 30,
    safetyDays: 3,
    countsFrom: lastCheckIn,
    missedAt: stage === 'armed' ? null : lastCheckIn + 30 * DAY,
    notifiedAt: null,
    contactZone: null,
    warnings:
      stage === 'armed'
        ? []
        : [
            {
              kind: 'missed' as const,
              index: 0,
              state: 'accepted' as const,
              settledAt: lastCheckIn + 30 * DAY,
              reportedAt: null,
            },
          ],
    availability: { outages: [], isReachable: true },
  };
  return forecastOf(POLICY, state, { now: NOW, lastCheckIn, releasedAt: released });
}
