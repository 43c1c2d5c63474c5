import type { EntityManager } from '@mikro-orm/postgresql';
import { PLANS, type Plan } from '#domain/subscription/plan.ts';

/** How somebody stands with their plan, as far as pages of theirs have to say it. */
export interface PlanGlance {
  /** As it is called. */
  name: string;
  /** Whether deliveries can be scheduled on it. */
  canSchedule: boolean;
  /** The last payment failed. Never so while their protocol is past its deadline: they may be unable to mind. */
  isPastDue: boolean;
  /** What goes on whatever becomes of the plan: own deliveries that wait, the protocol, what is public. */
  waiting: number;
  isArmed: boolean;
  isSharing: boolean;
}

interface Row {
  plan: Plan | null;
  is_past_due: boolean;
  waiting: number;
  is_armed: boolean;
  is_sharing: boolean;
}

/** @returns somebody's plan, and what it could not take away */
export async function planGlance({ em }: { em: EntityManager }, ownerId: string): Promise<PlanGlance> {
  const [row] = await em.execute<Row[]>(
    `select s.plan, coalesce(p.is_active and p.stage <> 'released', false) as is_armed,
       coalesce(s.status = 'past-due', false)
         and not coalesce(p.is_active and p.stage in ('missed', 'last-call'), false) as is_past_due,
       (select count(*)::int from deliveries d where d.owner_id = u.id and d.origin = 'owner' and d.status = 'pending'
          and d.deleted_at is null) as waiting,
       exists (select 1 from contents c where c.owner_id = u.id and c.is_public) as is_sharing
     from users u left join subscriptions s on s.owner_id = u.id left join emergency_protocols p on p.owner_id = u.id
     where u.id = ?`,
    [ownerId],
  );
  const { name, emailDelivery } = PLANS[row?.plan ?? 'free'];
  return {
    name,
    canSchedule: emailDelivery,
    isPastDue: row?.is_past_due ?? false,
    waiting: row?.waiting ?? 0,
    isArmed: row?.is_armed ?? false,
    isSharing: row?.is_sharing ?? false,
  };
}
