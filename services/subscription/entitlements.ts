/**
 * What plans allow. They gate what is new: scheduling, arming, publishing, keeping more. Nothing that is scheduled, armed,
 * public or stored ends with a plan, and none of these is asked where such a thing is changed.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#domain/errors.ts';
import { type Entitlements, type Feature, PLANS, type Plan, plansWith, thePlans } from '#domain/subscription/plan.ts';

/** @returns what somebody's plan allows; Free without a subscription */
export async function entitlementsOf(em: EntityManager, ownerId: string): Promise<Entitlements> {
  const [row] = await em.execute<{ plan: Plan }[]>('select plan from subscriptions where owner_id = ?', [ownerId]);
  return PLANS[row?.plan ?? 'free'];
}

/** @returns the name of the plan that somebody has; null for Free */
export async function planNameOf(em: EntityManager, ownerId: string): Promise<string | null> {
  const { name } = await entitlementsOf(em, ownerId);
  return name === PLANS.free.name ? null : name;
}

/** How each is refused: what needs a plan, what stays without one, and which field is to blame where one is. */
const REFUSALS: Record<Feature, { what: string; stays: string; field: string | null }> = {
  emailDelivery: {
    what: 'Scheduling deliveries',
    stays: 'What you keep and what you have scheduled stay as they are.',
    field: null,
  },
  whatsappDelivery: {
    what: 'Sending by WhatsApp',
    stays: 'What you keep and what you have scheduled stay as they are.',
    field: 'delivery_type',
  },
  smsDelivery: {
    what: 'Sending by SMS',
    stays: 'What you keep and what you have scheduled stay as they are.',
    field: 'delivery_type',
  },
  emergencyProtocol: {
    what: 'The emergency protocol',
    stays: 'Your contacts and your emergency content stay as they are.',
    field: 'is_active',
  },
  publicSharing: {
    what: 'Public sharing',
    stays: 'Without it you can keep this private.',
    field: 'is_public',
  },
};

/**
 * Requires a plan that allows something. For what is new only: see `requireEmergencyProtocol` for arming, which who had it
 * armed before may always do again.
 * @throws AppError plan-required, with the plans that allow it
 */
export async function requireFeature(em: EntityManager, ownerId: string, feature: Feature): Promise<void> {
  if (!(await entitlementsOf(em, ownerId))[feature]) throw planRequired(feature);
}

/** @returns the refusal of something that the plan does not allow, which names those that do */
function planRequired(feature: Feature): AppError {
  const { what, stays, field } = REFUSALS[feature];
  const plans = plansWith(feature);
  const message = `${what} comes with ${thePlans(plans)}. ${stays}`;
  return new AppError('plan-required', message, field ? [{ field, message }] : [], {}, plans);
}

/**
 * @returns whether somebody may arm the emergency protocol: on a plan that has it, and where they had it armed before. A
 *   plan that has ended takes nobody's protection away
 */
export async function mayArmProtocol(em: EntityManager, ownerId: string): Promise<boolean> {
  const { emergencyProtocol } = await entitlementsOf(em, ownerId);
  if (emergencyProtocol) return true;
  const before = await em.execute<object[]>(
    `select 1 from timeline where owner_id = ? and kind = 'protocol-armed' limit 1`,
    [ownerId],
  );
  return before.length > 0;
}

/** @throws AppError plan-required where somebody may not arm the emergency protocol */
export async function requireEmergencyProtocol(em: EntityManager, ownerId: string): Promise<void> {
  if (!(await mayArmProtocol(em, ownerId))) throw planRequired('emergencyProtocol');
}
