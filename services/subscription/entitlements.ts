import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#domain/errors.ts';
import { type Entitlements, PLANS, type Plan } from '#domain/subscription/plan.ts';

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

/** @throws AppError plan-required where the plan does not allow to show things to everyone */
export async function requirePublicSharing(em: EntityManager, ownerId: string): Promise<void> {
  const { publicSharing } = await entitlementsOf(em, ownerId);
  if (publicSharing) return;
  const message = `Public sharing comes with the ${PLANS.premium.name} plan. Without it you can keep this private.`;
  throw new AppError('plan-required', message, [{ field: 'is_public', message }]);
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
  if (await mayArmProtocol(em, ownerId)) return;
  const { plus, premium } = PLANS;
  const message = `The emergency protocol comes with the ${plus.name} and ${premium.name} plans. Your contacts and your emergency content stay as they are.`;
  throw new AppError('plan-required', message, [{ field: 'is_active', message }]);
}
