/** Each text about a protocol, in every combination of what is there and how far it has come. */
import { expect, test } from 'vitest';
import { protocolStat, todayOf } from '#app/deliveries/today.ts';
import { bannerOf, blockedBanner, progressLabel } from '#app/emergency/banner.ts';
import { viewOf } from '#app/emergency/view.ts';
import { DAY } from '#domain/time/durations.ts';
import type { ActiveProtocol } from '#services/emergency/active-protocol.ts';
import type { EmergencyPage } from '#services/emergency/protocol-view.ts';
import {
  DATES,
  FIRST_STEPS,
  missingIn,
  PROTOCOL_CASES,
  type ProtocolCase,
  shownState,
} from '#tests/harness/protocol-cases.ts';
import { NOW, type PageCase, pageOf } from '#tests/harness/protocol-page.ts';

const CALENDAR = { timeZone: 'Europe/Lisbon', now: NOW, day: DAY };
const MOMENTS: Record<ProtocolCase['moment'], PageCase> = {
  quiet: { days: 12 },
  paused: { days: 0, pausedUntil: NOW + 20 * DAY },
  missed: { days: 31, stage: 'missed' },
  released: { days: 34, stage: 'released' },
};

function pageFor({ isConfirmed, hasContact, hasContent, isActive, moment }: ProtocolCase): EmergencyPage {
  return pageOf({
    ...MOMENTS[moment],
    isActive,
    isAddressConfirmed: isConfirmed,
    ...(hasContact ? {} : { contacts: [] }),
    ...(hasContent ? {} : { contents: 0 }),
  });
}

/** As the frame and the dashboard read it; null while it is off. Nobody was notified. */
function activeFor({ protocol }: EmergencyPage): ActiveProtocol | null {
  const { isActive, isRunning, blockedBy, stage, daysSince, inactiveDays, pausedUntil } = protocol;
  const times = { notifyAt: null, releaseAt: null, notified: 0, isTelling: false, receiving: 0, unreachable: null };
  return isActive
    ? { isRunning, blockedBy, stage, daysSince, inactiveDays, isPaused: pausedUntil !== null, ...times }
    : null;
}

const STATES = {
  off: { state: 'Inactive', stat: 'Inactive', light: 'out' },
  ended: { state: 'Ended', stat: 'Ended', light: 'out' },
  blocked: { state: 'Not running', stat: 'Not running', light: 'out' },
  runs: { state: /^(Active|Paused until .+|Danger)$/, stat: 'Active', light: /lit|out/ },
};

test.each(PROTOCOL_CASES)('says only what is true: %s', (_, given) => {
  const page = pageFor(given);
  const [view, active] = [viewOf(page), activeFor(page)];
  const state = shownState(given);
  const [first] = missingIn(given);
  const { state: words, stat, light } = STATES[state];
  expect(view.state.words).toMatch(words);
  expect(view.statusLight).toMatch(light);
  expect(protocolStat(active).label).toBe(stat);
  expect(view.stopped?.status).toBe(
    state === 'blocked' && first ? `Not running: ${FIRST_STEPS[first].toDo}` : undefined,
  );
  expect(view.line.isUndated).toBe(missingIn(given).length > 0 && state !== 'ended');
  if (view.line.isUndated) expect(JSON.stringify([view.line, view.how, view.lead])).not.toMatch(DATES);

  const today = todayOf(
    { troubled: [], asks_about: null },
    { isPastDue: false, isConfirmed: given.isConfirmed, protocol: active },
  );
  const needsNothing = state === 'off' || (state === 'runs' && given.moment !== 'missed');
  expect(today === 'Nothing needs you today.').toBe(needsNothing && given.isConfirmed);
  const withUnreachable = todayOf(
    { troubled: [], asks_about: null },
    { isPastDue: false, isConfirmed: given.isConfirmed, protocol: active && { ...active, unreachable: 'Rui' } },
  );
  const asksAboutRui = active !== null && needsNothing && given.isConfirmed;
  expect(withUnreachable).toBe(
    asksAboutRui ? 'An email to Rui came back. Please check the address in your profile.' : today,
  );
  if (!active) return;
  expect(progressLabel(active)).toMatch(
    { ended: /^Ended$/, blocked: /^Not running$/, runs: /^(Paused|Day \d+ of 30)$/, off: /^$/ }[state],
  );
  expect(blockedBanner(active, 'helena@example.com')?.label).toBe(
    state === 'blocked' && first ? FIRST_STEPS[first].label : undefined,
  );
  if (state === 'blocked') expect(bannerOf(active, CALENDAR)).toBeNull();
});
