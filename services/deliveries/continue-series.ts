/** Yearly deliveries: each is scheduled by the sending of the one before, in the same transaction. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Insertable } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { anyOf, recordset } from '#db/sql.ts';
import { nextOccurrence, type Occurrence, yearOf } from '#domain/delivery/recurrence.ts';
import { idWithin, newId } from '#services/ids.ts';
import { appendTimeline } from '#services/timeline.ts';

/** What the next one has of the one before. */
const KEPT = [
  'owner_id',
  'channel',
  'recipient_email',
  'recipient_name',
  'recipient_phone',
  'alternate_email',
  'time_zone',
  'origin',
  'link_years',
  'language',
  'repeat_from',
  'repeat_until',
  'question',
  'answer_hash',
  'tells_more',
  // Its owner chose it then: a refund of a later payment does not take it back.
  'created_at',
] as const;

/** Every one begins like this: not synced with the engine, and not tried. */
const NEW = { status: 'pending', revision: 1, synced_revision: 0, is_unconfirmed: false, link_epoch: 1 } as const;

/**
 * Schedules the next year of deliveries that are recorded as sent in this transaction. Once for each: its row says which the
 * next one is, also after that was deleted. It brings what is left of the items, as they are when it is sent.
 * @param ids of yearly deliveries whose rows are locked
 * @param now the database's clock, milliseconds
 */
export async function continueSeries(tx: EntityManager, ids: readonly string[], now: number): Promise<void> {
  const rows = await query(tx)
    .selectFrom('deliveries')
    .select(['id', 'group_id', 'scheduled_time'])
    .select(KEPT)
    .where('id', '=', anyOf(ids))
    .where('next_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const items = await itemsOf(tx, ids);
  const continued = rows.flatMap(({ id: before, group_id, scheduled_time, ...kept }) => {
    const next = occurrenceAfter(kept, Math.max(scheduled_time.getTime(), now));
    const left = items.get(before) ?? [];
    if (!next || left.length === 0) return [];
    const { instant, local } = next;
    const when = { scheduled_time: instant, local_time: local, next_attempt_at: instant };
    const group = group_id && idWithin(group_id, `${yearOf(local)}`);
    return [{ before, items: left, row: { ...NEW, ...kept, ...when, group_id: group, id: newId() } }];
  });
  if (continued.length > 0) await insertNext(tx, continued, now);
}

/** A delivery that was sent, and the row and the items of the next one. */
interface Continued {
  before: string;
  row: Insertable<Tables['deliveries']> & { id: string; owner_id: string };
  items: readonly string[];
}

async function insertNext(tx: EntityManager, continued: readonly Continued[], now: number): Promise<void> {
  const rows = continued.map(({ row }) => row);
  await query(tx).insertInto('deliveries').values(rows).execute();
  await query(tx).insertInto('delivery_contents').values(continued.flatMap(partsOf)).execute();
  const links = continued.map(({ before, row }) => ({ id: before, next: row.id }));
  await query(tx)
    .updateTable('deliveries as d')
    .from(recordset('r', links, { id: 'uuid', next: 'uuid' }))
    .set(({ ref }) => ({ next_id: ref('r.next') }))
    .whereRef('d.id', '=', 'r.id')
    .execute();
  const scheduled = { kind: 'delivery-scheduled', actor: 'stillhere', detail: { revision: 1 } } as const;
  await appendTimeline(
    tx,
    new Date(now),
    rows.map((row) => ({ ...scheduled, ownerId: row.owner_id, deliveryId: row.id })),
  );
}

function occurrenceAfter(
  {
    repeat_from: from,
    repeat_until: untilYear,
    time_zone: timeZone,
  }: { repeat_from: string | null; repeat_until: number | null; time_zone: string },
  after: number,
): Occurrence | null {
  return from === null || untilYear === null ? null : nextOccurrence({ from, timeZone, untilYear }, after);
}

/**
 * What is left of their items, by delivery. Deleting an item locks it before its deliveries, and we have locked these: we never
 * wait for it. The transaction then fails, and is repeated when the item is gone.
 */
async function itemsOf(tx: EntityManager, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await query(tx)
    .selectFrom('delivery_contents as dc')
    .innerJoin('contents as c', 'c.id', 'dc.content_id')
    .select(['dc.delivery_id', 'c.id'])
    .where('dc.delivery_id', '=', anyOf(ids))
    .orderBy('dc.delivery_id')
    .orderBy('dc.position')
    .forKeyShare('c')
    .noWait()
    .execute();
  const byDelivery = new Map<string, string[]>();
  for (const { delivery_id, id } of rows) byDelivery.set(delivery_id, [...(byDelivery.get(delivery_id) ?? []), id]);
  return byDelivery;
}

function partsOf({ items, row }: Pick<Continued, 'items' | 'row'>) {
  return items.map((content_id, position) => ({
    id: newId(),
    delivery_id: row.id,
    content_id,
    sealed_as: content_id,
    position,
  }));
}
