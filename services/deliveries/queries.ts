import type { ContentType } from '#domain/content/content.ts';
import { type Channel, DELAYED_AFTER } from '#domain/delivery/delivery.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { SECOND } from '#domain/time/durations.ts';
import { personKey } from '#services/accounts/person-key.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { cursorOf, readCursor } from '#services/contents/cursor.ts';
import { listContents } from '#services/contents/read-contents.ts';
import { fallbackIfUnreadable, openHead, UNREADABLE } from '#services/contents/sealed-content.ts';
import type { Context } from '#services/context.ts';
import { inWords } from '#services/mails/words.ts';
import { type DeliveryRow, type DeliveryView, toDeliveryView } from './delivery-view.ts';

/** spec.md section 9. */
const UPCOMING_ON_DASHBOARD = 5;
const RECENT_ON_DASHBOARD = 6;
const LIST_MAX = 500;

/** Of a try `a` of the delivery `d`: its message carried the present link, and may have left. By WhatsApp, too, before it fell back. */
export const MAY_BE_OUT = `a.state <> 'rejected'
    and (a.revision = d.revision or (a.revision = d.revision - 1 and a.started_at < d.fell_back_at))`;

const DELAYED = `interval '${DELAYED_AFTER / SECOND} seconds'`;
const TRIED = 'exists (select 1 from delivery_attempts a where a.delivery_id = d.id and a.revision = d.revision)';

const COLUMNS = `
  d.id, d.origin, dc.content_id, dc.sealed_as, coalesce(dc.frozen_head, c.head) as head, d.channel, d.recipient_email, d.recipient_name,
  d.recipient_phone, d.scheduled_time, d.local_time, d.time_zone, d.status, d.sent_at, d.delivered_at, d.opened_at,
  d.downloaded_at, d.fell_back_at, d.link_expires_at, d.link_revoked_at, d.is_unconfirmed, d.failure_code, d.created_at,
  coalesce(d.sent_at, case when d.status = 'failed' then (select max(a.started_at) from delivery_attempts a
    where a.delivery_id = d.id and ${MAY_BE_OUT}) end) as link_sent_at,
  case when d.origin = 'release' then (select array_agg(o.type) from delivery_contents oc join contents o on o.id = oc.content_id
    where oc.delivery_id = d.id) end as types,
  d.status = 'pending' and d.scheduled_time > now() and not exists (
    select 1 from delivery_attempts a where a.delivery_id = d.id and a.revision = d.revision and a.state <> 'rejected') as changeable,
  -- Whoever was told that it is delayed finds it so here, also where the hour is a shorter one.
  d.status = 'pending' and (exists (
    select 1 from delivery_attempts a where a.delivery_id = d.id and a.revision = d.revision
      and a.started_at < now() - ${DELAYED}) or exists (
    select 1 from notices n where n.delivery_id = d.id and n.kind = 'delivery-delayed'
      and (n.revision = d.revision or (n.revision = d.revision - 1 and n.sent_at < d.fell_back_at)))
    -- Nobody has tried: operators hold it, or nothing of ours works. What is to go once more waits from that word on.
    or d.scheduled_time < now() - ${DELAYED} and not ${TRIED} and not exists (
      select 1 from timeline t where t.delivery_id = d.id and t.at > now() - ${DELAYED}
        and t.kind in ('delivery-retried', 'delivery-resent', 'delivery-fell-back'))) as delayed,
  ${TRIED} as tried,
  d.status = 'pending' and d.scheduled_time > now() and d.address_asked_at is not null and d.address_holds_at is null as asks_address
  from deliveries d
    join delivery_contents dc on dc.delivery_id = d.id and dc.position = 0
    left join contents c on c.id = dc.content_id
  where d.owner_id = ? and d.deleted_at is null`;

/** @returns a person's deliveries, also what was released: what waits first, soonest on top; then what is finished, newest on top */
export async function listDeliveries(context: Context, ownerId: string): Promise<DeliveryView[]> {
  const rows = await context.em.execute<DeliveryRow[]>(
    `select ${COLUMNS} order by d.status <> 'pending', case when d.status = 'pending' then d.scheduled_time end,
       d.scheduled_time desc, d.id limit ${LIST_MAX}`,
    [ownerId],
  );
  return toViews(context, ownerId, rows);
}

/** A page of a list of deliveries. */
interface Deliveries {
  deliveries: DeliveryView[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** @returns a person's deliveries, whatever became of them: newest first */
export async function pageOfDeliveries(
  context: Context,
  ownerId: string,
  { limit, cursor }: { limit: number; cursor?: string | null | undefined },
): Promise<Deliveries> {
  const after = readCursor(cursor);
  const rows = await context.em.execute<DeliveryRow[]>(
    `select ${COLUMNS} ${after ? 'and (d.created_at, d.id) < (?, ?)' : ''} order by d.created_at desc, d.id desc limit ?`,
    [ownerId, ...(after ? [after.createdAt, after.id] : []), limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    deliveries: await toViews(context, ownerId, shown),
    next: rows.length > limit && last ? cursorOf({ createdAt: new Date(last.created_at), id: last.id }) : null,
  };
}

/** @throws AppError not-found, also for what belongs to somebody else */
export async function findDelivery(context: Context, ownerId: string, id: string): Promise<DeliveryView> {
  const rows = isId(id) ? await context.em.execute<DeliveryRow[]>(`select ${COLUMNS} and d.id = ?`, [ownerId, id]) : [];
  const [view] = await toViews(context, ownerId, rows);
  if (!view) throw notFound('delivery');
  return view;
}

/** @returns the deliveries that carry a content: what waits first, soonest on top */
export async function deliveriesOf(context: Context, ownerId: string, contentId: string): Promise<DeliveryView[]> {
  const rows = await context.em.execute<DeliveryRow[]>(
    `select ${COLUMNS} and exists (select 1 from delivery_contents o where o.delivery_id = d.id and o.content_id = ?)
     order by d.status <> 'pending', d.scheduled_time, d.id`,
    [ownerId, contentId],
  );
  return toViews(context, ownerId, rows);
}

/** What the dashboard shows. */
export interface Dashboard {
  total_contents: number;
  /** Scheduled, as all that follow: a release is told of on the page of the protocol. */
  pending_deliveries: number;
  /** Whether anything was ever scheduled, also what was taken back. */
  has_scheduled: boolean;
  /** Pending with a time to come, soonest first, at most UPCOMING_ON_DASHBOARD. */
  upcoming: DeliveryView[];
  /** By which way goes the next of all that is pending whose address, or number, is asked about; null where none is. */
  asks_about: Channel | null;
  /** Still trying after an hour, or failed within the last 30 days: what the owner should know of. */
  troubled: DeliveryView[];
  recent: ContentView[];
}

interface Counts {
  pending: number;
  contents: number;
  scheduled: boolean;
  asks: Channel | null;
}

export async function dashboard(context: Context, ownerId: string): Promise<Dashboard> {
  const { em } = context;
  const upcoming = await em.execute<DeliveryRow[]>(
    `select ${COLUMNS} and d.origin = 'owner' and d.status = 'pending' and d.scheduled_time > now() order by d.scheduled_time, d.id limit ${UPCOMING_ON_DASHBOARD}`,
    [ownerId],
  );
  const troubled = await em.execute<DeliveryRow[]>(
    `select t.* from (select ${COLUMNS} and d.origin = 'owner') t join deliveries f on f.id = t.id
     where t.delayed or (t.status = 'failed' and coalesce(f.finished_at, f.scheduled_time) > now() - interval '30 days')
     order by coalesce(f.finished_at, f.scheduled_time) desc, t.id limit ${UPCOMING_ON_DASHBOARD}`,
    [ownerId],
  );
  const [counts] = await em.execute<Counts[]>(
    `select (select count(*) from deliveries where owner_id = ? and origin = 'owner' and status = 'pending' and deleted_at is null)::int as pending,
       (select coalesce(sum(items), 0) from storage_use where owner_id = ?)::int as contents,
       exists (select 1 from deliveries where owner_id = ? and origin = 'owner') as scheduled,
       (select channel from deliveries where owner_id = ? and status = 'pending' and deleted_at is null and scheduled_time > now()
         and address_asked_at is not null and address_holds_at is null order by scheduled_time, id limit 1) as asks`,
    [ownerId, ownerId, ownerId, ownerId],
  );
  return {
    total_contents: counts?.contents ?? 0,
    pending_deliveries: counts?.pending ?? 0,
    has_scheduled: counts?.scheduled ?? false,
    upcoming: await toViews(context, ownerId, upcoming),
    asks_about: counts?.asks ?? null,
    troubled: await toViews(context, ownerId, troubled),
    recent: (await listContents(context, ownerId, { limit: RECENT_ON_DASHBOARD })).contents,
  };
}

async function toViews(context: Context, ownerId: string, rows: readonly DeliveryRow[]): Promise<DeliveryView[]> {
  if (rows.length === 0) return [];
  const key = await personKey(context, ownerId);
  return rows.map((row) => {
    const about = { delivery: row.id, content: row.sealed_as };
    if (row.origin === 'release') return toDeliveryView(row, releaseTitle(row.types ?? []), context.now);
    const title = fallbackIfUnreadable(context, about, () => openHead(key, row.sealed_as, row.head).title, UNREADABLE);
    return toDeliveryView(row, title, context.now);
  });
}

/** What several things together are called in lists. */
function releaseTitle(types: readonly ContentType[]): string {
  return types.length > 0 ? `Emergency release: ${inWords(types)}` : 'Emergency release';
}
