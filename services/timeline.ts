import type { EntityManager } from '@mikro-orm/postgresql';
import type { TimelineActor, TimelineKind } from '#db/entities/record.ts';
import { query } from '#db/query.ts';
import { recordset } from '#db/sql.ts';
import { record } from './append-record.ts';
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

const COLUMNS = ['id', 'owner_id', 'at', 'kind', 'actor', 'delivery_id', 'detail'] as const;
const TYPES = {
  id: 'uuid',
  owner_id: 'uuid',
  at: 'timestamptz',
  kind: 'text',
  actor: 'text',
  delivery_id: 'uuid',
  detail: 'jsonb',
} as const;

/**
 * Appends to the timeline and to the record, in the transaction that made the change: either both are saved or neither.
 * @param at when it happened
 */
export async function appendTimeline(em: EntityManager, at: Date, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  const rows = happenings.map(({ ownerId, kind, actor, deliveryId, detail = {} }) => ({
    id: newId(),
    owner_id: ownerId,
    at,
    kind,
    actor,
    delivery_id: deliveryId,
    detail,
  }));
  await query(em)
    .insertInto('timeline')
    .columns(COLUMNS)
    .expression((eb) => eb.selectFrom(recordset('r', rows, TYPES)).select(COLUMNS))
    .execute();
  for (const { ownerId, kind, actor, deliveryId, detail } of happenings)
    record(em, ownerId, kind, { ...detail, actor, ...(deliveryId && { delivery_id: deliveryId }) });
}
