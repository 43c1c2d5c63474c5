/**
 * The banners about plans: a feature needs another plan, a plan has ended, the vault is full. The server writes them, so
 * that browsers do not load their texts.
 */
import type { Channel } from '#domain/delivery/delivery.ts';
import { type Entitlements, type Feature, PLANS, plansWith } from '#domain/subscription/plan.ts';
import { channelLabels } from '#messages/en/delivery-terms.ts';
import { planNotices, smallerPlan } from '#messages/en/plan-notices.ts';
import { listFormat } from '#messages/formatters.ts';
import { sayEither } from '#messages/lists.ts';
import { say } from '#messages/say.ts';
import type { StorageUse } from '#services/contents/storage.ts';
import type { SubscriptionState, SubscriptionUse } from '#services/subscription/subscription-state.ts';
import { inHundredths, megabytesOf, soldStorage } from './storage-parts.ts';

export interface PlanBanner {
  /** Emphasized; without its full stop. */
  strong: string;
  text: string;
  link: { to: string; words: string } | null;
}

/** @param back our page to come back to with the plan, a path */
function seePlans(back: string): PlanBanner['link'] {
  return { to: `/pricing?${new URLSearchParams({ to: back })}`, words: say(planNotices.seePlans) };
}

/** @returns what scheduling needs; null on a plan that includes it */
export function beyondScheduling(
  { plan, waiting }: Pick<SubscriptionUse, 'plan' | 'waiting'>,
  { channels, back }: { channels: readonly Channel[]; back: string },
): PlanBanner | null {
  const { name, emailDelivery } = PLANS[plan];
  if (emailDelivery) return null;
  const plans = either('emailDelivery');
  const link = seePlans(back);
  if (waiting > 0)
    return {
      strong: say(planNotices.newSending, { plans }),
      text: say(planNotices.whatIsScheduled, { plan: name }),
      link,
    };
  const labels = sayEither(channels.map((channel) => say(channelLabels[channel])));
  return {
    strong: say(planNotices.sending, { plans }),
    text: say(planNotices.howSendingWorks, { channels: labels, plan: name }),
    link,
  };
}

/** @returns the notice for a person whose plan ended while they filled in the form */
export function endedMeanwhile({ plan }: Pick<SubscriptionState, 'plan'>, back: string): PlanBanner {
  return {
    strong: say(planNotices.ended.strong, { plan: PLANS[plan].name }),
    text: say(planNotices.ended.text),
    link: seePlans(back),
  };
}

/**
 * @param plan its name
 * @returns what the emergency protocol needs
 */
export function beyondProtocol(plan: string, back: string): PlanBanner {
  return {
    strong: say(planNotices.protocol.strong, { plans: either('emergencyProtocol') }),
    text: say(planNotices.protocol.text, { plan }),
    link: seePlans(back),
  };
}

/** @returns what public sharing needs; null on a plan that includes it */
export function beyondSharing(
  { plan, publicSharing }: Pick<StorageUse, 'plan' | 'publicSharing'>,
  back: string,
): PlanBanner | null {
  if (publicSharing) return null;
  const sharing = plansWith('publicSharing');
  return {
    strong: say(planNotices.sharing.strong, { plans: list(sharing), count: sharing.length }),
    text: say(planNotices.sharing.text, { plan }),
    link: seePlans(back),
  };
}

/** @returns the notice for an item that we removed from the gallery. It links to no plan: none would allow it. */
export function takenOut(): PlanBanner {
  return { strong: say(planNotices.takenOut.strong), text: say(planNotices.takenOut.text), link: null };
}

/** @returns the dashboard's one notice about the plan; null where there is nothing to say */
export function dashboardBanner(use: SubscriptionUse, storage: StorageUse): PlanBanner | null {
  if (use.isPastDue)
    return {
      strong: say(planNotices.pastDue.strong),
      text: say(planNotices.pastDue.text),
      link: { to: '/profile/plan', words: say(planNotices.seePlan) },
    };
  const full = storage.used > storage.limit ? fullVault(storage, '/dashboard') : null;
  const { name, emailDelivery } = PLANS[use.plan];
  const stays = emailDelivery ? [] : staysOf(use);
  if (stays.length === 0) return full;
  return {
    strong: say(smallerPlan.strong, { plan: name }),
    text: [`${sentence([...stays, say(smallerPlan.stays.contents)])}.`, newNeeds(use), full?.newContent]
      .filter(Boolean)
      .join(' '),
    link: seePlans('/dashboard'),
  };
}

function staysOf({ waiting, isArmed, isSharing }: SubscriptionUse): string[] {
  return [
    ...(waiting > 0 ? [say(smallerPlan.stays.deliveries, { count: waiting })] : []),
    ...(isArmed ? [say(smallerPlan.stays.protocol)] : []),
    ...(isSharing ? [say(smallerPlan.stays.public)] : []),
  ];
}

function newNeeds({ waiting, isArmed, isSharing }: SubscriptionUse): string {
  if (waiting > 0 || isArmed) return say(smallerPlan.newDelivery, { plans: either('emailDelivery') });
  return isSharing ? say(smallerPlan.newPublic, { plans: either('publicSharing') }) : '';
}

/**
 * @param back our page to come back to with a larger plan, a path
 * @returns what a full vault means and what helps; null while there is room
 */
export function fullVault(
  { plan, limit, used }: Pick<StorageUse, 'plan' | 'limit' | 'used'>,
  back: string,
): (PlanBanner & { newContent: string }) | null {
  if (used < limit) return null;
  const texts = smallerPlan.full;
  const over = inHundredths(used) - inHundredths(limit);
  const larger = Object.values(PLANS).find(({ storage }) => storage > used) ?? null;
  const newContent = newContentNeeds(over, larger);
  return {
    strong: over > 0 ? say(texts.strongBeyond, { plan }) : say(texts.strong),
    text: say(texts.text, { newContent }),
    newContent,
    link: larger && seePlans(back),
  };
}

/** @param over how much the vault holds beyond the plan, in hundredths of a megabyte */
function newContentNeeds(over: number, larger: Entitlements | null): string {
  const texts = smallerPlan.full;
  const size = megabytesOf(over);
  if (!larger) return over > 0 ? say(texts.removeBeyond, { size }) : say(texts.remove);
  const plan = { plan: larger.name, storage: soldStorage(larger.storage) };
  return over > 0 ? say(texts.removeBeyondOrChoose, { ...plan, size }) : say(texts.removeOrChoose, plan);
}

/** @returns "Plus or Premium" */
function either(feature: Feature): string {
  return sayEither(plansWith(feature));
}

function list(parts: readonly string[]): string {
  return listFormat().format(parts);
}

/** @returns "The first, the second and the third" */
function sentence(parts: readonly string[]): string {
  const all = list(parts);
  return all.charAt(0).toUpperCase() + all.slice(1);
}
