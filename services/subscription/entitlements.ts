/**
 * What a plan allows. Only new things are checked: scheduling, arming, publishing, storing more. What is already scheduled,
 * armed, public or stored continues without a plan, and changing it is never refused.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { prepared } from '#db/prepared.ts';
import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { type Entitlements, type Feature, PLANS, plansWith } from '#domain/subscription/plan.ts';
import { planRefusals } from '#messages/en/plan-refusals.ts';
import { sayPlans } from '#messages/lists.ts';
import { say } from '#messages/say.ts';

/** @returns what the account's plan allows; Free without a subscription */
export async function entitlementsOf(em: EntityManager, ownerId: string): Promise<Entitlements> {
  const [row] = await planRow(em, { ownerId });
  return PLANS[row?.plan ?? 'free'];
}

const planRow = prepared((db, { ownerId }: { ownerId: string }) =>
  db.selectFrom('subscriptions').select('plan').where('owner_id', '=', ownerId),
);

/** The field at fault, where there is one. */
const FIELDS: Record<Feature, string | null> = {
  emailDelivery: null,
  whatsappDelivery: 'delivery_type',
  smsDelivery: 'delivery_type',
  emergencyProtocol: 'is_active',
  publicSharing: 'is_public',
};

/**
 * Requires a plan that allows the feature. For arming the protocol use `requireEmergencyProtocol`.
 * @throws AppError plan-required, with the plans that allow it
 */
export async function requireFeature(em: EntityManager, ownerId: string, feature: Feature): Promise<void> {
  if (!(await entitlementsOf(em, ownerId))[feature]) throw planRequired(feature);
}

function planRequired(feature: Feature): AppError {
  const field = FIELDS[feature];
  const plans = plansWith(feature);
  const message = say(planRefusals[feature], { plans: sayPlans(plans) });
  return new AppError('plan-required', message, field ? [{ field, message }] : [], {}, plans);
}

/** @returns whether the account may arm the emergency protocol: its plan includes it, or it was armed before */
export async function mayArmProtocol(em: EntityManager, ownerId: string): Promise<boolean> {
  const { emergencyProtocol } = await entitlementsOf(em, ownerId);
  if (emergencyProtocol) return true;
  const before = await query(em)
    .selectFrom('timeline')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'protocol-armed')
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

/** @throws AppError plan-required where the account may not arm the emergency protocol */
export async function requireEmergencyProtocol(em: EntityManager, ownerId: string): Promise<void> {
  if (!(await mayArmProtocol(em, ownerId))) throw planRequired('emergencyProtocol');
}
