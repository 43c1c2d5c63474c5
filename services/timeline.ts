import type { EntityManager } from '@mikro-orm/postgresql';
import type { TimelineActor, TimelineKind } from '#db/entities/record.ts';
import { newId } from './ids.ts';

/** One thing that happened. */
export interface Happening {
  ownerId: string;
  kind: TimelineKind;
  actor: TimelineActor;
  deliveryId: string | null;
  /** Codes and counts; never content, names or addresses. */
  detail?: Record<string, string | number>;
}

/**
 * Appends to the timeline, in the transaction that made the change: either both are saved or neither.
 * @param at when it happened
 */
export async function appendTimeline(em: EntityManager, at: Date, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  const rows = happenings.map((happening) => ({
    id: newId(),
    owner_id: happening.ownerId,
    at: at.toISOString(),
    kind: happening.kind,
    actor: happening.actor,
    delivery_id: happening.deliveryId,
    detail: happening.detail ?? {},
  }));
  await em.execute(
    `insert into timeline (id, owner_id, at, kind, actor, delivery_id, detail)
     select id, owner_id, at, kind, actor, delivery_id, detail from jsonb_to_recordset(?::jsonb)
       as r(id uuid, owner_id uuid, at timestamptz, kind text, actor text, delivery_id uuid, detail jsonb)`,
    [JSON.stringify(rows)],
  );
}
