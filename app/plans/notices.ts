/**
 * The notices about plans: a feature needs another plan, a plan has ended, the vault is full. Written on the server, so that
 * browsers load no words.
 */
import { inHundredths, megabytesOf, soldStorage } from '#app/components/storage-parts.ts';
import { CHANNELS, type Channel } from '#domain/delivery/delivery.ts';
import { eitherPlan, type Feature, PLANS, plansWith, thePlans } from '#domain/subscription/plan.ts';
import type { StorageUse } from '#services/contents/storage.ts';
import type { SubscriptionState, SubscriptionUse } from '#services/subscription/subscription-state.ts';

export interface PlanNotice {
  /** Emphasized; without its full stop. */
  strong: string;
  text: string;
  link: { to: string; words: string } | null;
}

/** @param back our page to come back to with the plan, a path */
function seePlans(back: string): PlanNotice['link'] {
  return { to: `/pricing?${new URLSearchParams({ to: back })}`, words: 'See plans' };
}

/** @returns what scheduling needs; null on a plan that includes it */
export function beyondScheduling(
  { plan, waiting }: Pick<SubscriptionUse, 'plan' | 'waiting'>,
  { channels, back }: { channels: readonly Channel[]; back: string },
): PlanNotice | null {
  const { name, emailDelivery } = PLANS[plan];
  if (emailDelivery) return null;
  const goesOut = `Choose a day, and on that day it goes out by ${eitherPlan(channels.map((channel) => CHANNELS[channel].label))}.`;
  const stays = `Your plan is ${name}: what you keep stays as it is, and nothing is sent.`;
  const waits = `Your plan is ${name} now. What is scheduled below still goes out, and you can change it, move it or take it back.`;
  return {
    strong: `${waiting > 0 ? 'Something new to send' : 'Sending'} comes with ${either('emailDelivery')}`,
    text: waiting > 0 ? waits : `${goesOut} ${stays}`,
    link: seePlans(back),
  };
}

/** @returns the notice for a person whose plan ended while they filled in the form */
export function endedMeanwhile({ plan }: Pick<SubscriptionState, 'plan'>, back: string): PlanNotice {
  return {
    strong: `Your plan is ${PLANS[plan].name} now`,
    text: 'Everything you wrote is still here. Choose a plan beside this page, and send it once more when you are back.',
    link: seePlans(back),
  };
}

/**
 * @param plan its name
 * @returns what the emergency protocol needs
 */
export function beyondProtocol(plan: string, back: string): PlanNotice {
  return {
    strong: `The emergency protocol comes with ${either('emergencyProtocol')}`,
    text: `With it we watch over the days, remind you, tell your contacts and send them what you set aside. Your plan is ${plan}: you can prepare everything here, and nothing is counted.`,
    link: seePlans(back),
  };
}

/** @returns what public sharing needs; null on a plan that includes it */
export function beyondSharing(
  { plan, publicSharing }: Pick<StorageUse, 'plan' | 'publicSharing'>,
  back: string,
): PlanNotice | null {
  if (publicSharing) return null;
  return {
    strong: `Public sharing comes with ${thePlans(plansWith('publicSharing'))}`,
    text: `Your plan is ${plan}: only you can see what you keep, and whoever you send it to.`,
    link: seePlans(back),
  };
}

/** For an item that we took out of the gallery. It offers no plan: none would allow it. */
export const TAKEN_OUT: PlanNotice = {
  strong: 'We took this out of the gallery after a report',
  text: 'It stays private. If you think that is wrong, reply to any email of ours.',
  link: null,
};

/** @returns the dashboard's one notice about the plan; null where there is nothing to say */
export function dashboardNotice(use: SubscriptionUse, storage: StorageUse): PlanNotice | null {
  if (use.isPastDue)
    return {
      strong: 'Your last payment did not go through',
      text: 'It is tried again over the next days, and everything goes on as it is.',
      link: { to: '/profile/plan', words: 'See your plan' },
    };
  const full = storage.used > storage.limit ? fullVault(storage, '/dashboard') : null;
  const { name, emailDelivery } = PLANS[use.plan];
  const stays = emailDelivery ? [] : staysOf(use);
  if (stays.length === 0) return full;
  return {
    strong: `You are on the ${name} plan now`,
    text: [`${sentence([...stays, 'everything you keep stays yours'])}.`, newOnes(use), full?.anew]
      .filter(Boolean)
      .join(' '),
    link: seePlans('/dashboard'),
  };
}

function staysOf({ waiting, isArmed, isSharing }: SubscriptionUse): string[] {
  return [
    ...(waiting > 0
      ? [waiting === 1 ? 'the delivery that waits goes out' : `the ${waiting} deliveries that wait go out`]
      : []),
    ...(isArmed ? ['your emergency protocol stays on'] : []),
    ...(isSharing ? ['what you made public stays public'] : []),
  ];
}

function newOnes({ waiting, isArmed, isSharing }: SubscriptionUse): string {
  if (waiting > 0 || isArmed) return `To schedule something new, choose ${either('emailDelivery')}.`;
  return isSharing ? `To share something new, choose ${either('publicSharing')}.` : '';
}

/**
 * @param back our page to come back to with a larger plan, a path
 * @returns what a full vault means and what helps; null while there is room
 */
export function fullVault(
  { plan, limit, used }: Pick<StorageUse, 'plan' | 'limit' | 'used'>,
  back: string,
): (PlanNotice & { anew: string }) | null {
  if (used < limit) return null;
  const over = inHundredths(used) - inHundredths(limit);
  const larger = Object.values(PLANS).find(({ storage }) => storage > used) ?? null;
  const remove = over > 0 ? `remove more than ${megabytesOf(over)}` : 'remove something';
  const choose = larger ? `, or choose ${larger.name}, which holds ${soldStorage(larger.storage)}` : '';
  const anew = `To keep something new, ${remove}${choose}.`;
  return {
    strong: over > 0 ? `Your vault holds more than the ${plan} plan has room for` : 'Your vault is full',
    text: `All of it stays yours to read, to send and to remove, and what is scheduled goes out. ${anew}`,
    anew,
    link: larger && seePlans(back),
  };
}

/** @returns "Plus or Premium" */
function either(feature: Feature): string {
  return eitherPlan(plansWith(feature));
}

/** @returns "The first, the second and the third" */
function sentence(parts: readonly string[]): string {
  const all = new Intl.ListFormat('en-GB').format(parts);
  return all.charAt(0).toUpperCase() + all.slice(1);
}
