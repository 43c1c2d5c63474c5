/**
 * How much of a plan's storage is taken. Whoever wants some locks the owner first: of twenty uploads at once at the edge,
 * each sees what the one before has taken.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { inMegabytes } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { plansHolding, thePlans } from '#domain/subscription/plan.ts';
import { entitlementsOf } from '#services/subscription/entitlements.ts';

/** Bytes allowed and taken, including what uploads under way have reserved. */
export interface Space {
  limit: number;
  used: number;
}

/** Locks a person's storage until the end of the transaction, and counts it. */
export async function lockSpace(tx: EntityManager, ownerId: string): Promise<Space> {
  await tx.execute('select id from users where id = ? for no key update', [ownerId]);
  return countSpace(tx, ownerId);
}

/** @returns how much is taken, without holding anybody up */
export async function countSpace(em: EntityManager, ownerId: string): Promise<Space> {
  const { storage: limit } = await entitlementsOf(em, ownerId);
  const [row] = await em.execute<{ used: string }[]>(
    `select (select coalesce(sum(bytes), 0) from storage_use where owner_id = ?)
       + (select coalesce(sum(reserved), 0) from files where owner_id = ? and state <> 'ready') as used`,
    [ownerId, ownerId],
  );
  return { limit, used: Number(row?.used ?? 0) };
}

/**
 * Requires room for a text that is kept at once.
 * @param space as it was locked
 * @param needed in bytes
 * @throws AppError quota-exceeded
 */
export function requireSpaceForText(space: Space, needed: number): void {
  if (needed > leftOf(space)) throw quotaExceeded(space, needed, 'content');
}

/** @returns bytes that are left; never less than none */
export function leftOf({ limit, used }: Space): number {
  return Math.max(0, limit - used);
}

/**
 * @param needed in bytes, as far as known
 * @param field what is too much
 * @returns the refusal, which says why, and which plans would have room
 */
export function quotaExceeded(space: Space, needed: number, field: 'file' | 'content' = 'file'): AppError {
  const { limit, used } = space;
  const plans = plansHolding(used + needed);
  const help = plans.length > 0 ? ` There is room for it on ${thePlans(plans)}.` : '';
  const message = `${whyFull(space, needed)}${help}`;
  return new AppError('quota-exceeded', message, [{ field, message }], { limit, used, needed }, plans);
}

/** A plan that has ended may leave more than the next one holds: all of it stays, and nothing is added. */
function whyFull(space: Space, needed: number): string {
  const { limit, used } = space;
  if (used > limit)
    return `Your vault holds ${inMegabytes(limit)}, and you keep ${inMegabytes(used)}. Everything stays, to be read, sent and deleted, but nothing can be added.`;
  return `Your vault holds ${inMegabytes(limit)}, and ${inMegabytes(leftOf(space))} of it are left. This needs ${inMegabytes(needed)}.`;
}
