import type { Kysely } from 'kysely';
import { ago, NOW } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf, COUNT } from '#db/sql.ts';
import type { TypeCounts } from '#domain/content/content.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import { isId } from '#domain/ids.ts';
import { DAY } from '#domain/time/durations.ts';
import { deliveryLines } from '#messages/en/delivery-lines.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { cursorOf, type Position, readCursor } from '#services/contents/cursor.ts';
import { listContents } from '#services/contents/read-contents.ts';
import { fallbackIfUnreadable, openHead, sayUnreadable } from '#services/contents/sealed-content.ts';
import type { Context } from '#services/context.ts';
import { inWords } from '#services/mails/words.ts';
import { notFound } from '#services/not-found.ts';
import { asksAddress, leadsItsGroup } from './delivery-expressions.ts';
import { type DeliveryRow, type DeliveryView, deliveryRows, toDeliveryView } from './delivery-view.ts';
import { openQuestion } from './second-secret.ts';

/** spec.md section 9. */
const UPCOMING_ON_DASHBOARD = 5;
const RECENT_ON_DASHBOARD = 6;
const LIST_MAX = 500;
const TROUBLED_FOR = 30 * DAY;

/** @returns an owner's deliveries, also of a release: what waits first, soonest on top; then what is finished, newest on top */
export async function listDeliveries(context: Context, ownerId: string): Promise<DeliveryView[]> {
  return toViews(context, ownerId, await waitingFirst(context.em, { ownerId }));
}

const waitingFirst = prepared((db, { ownerId }: { ownerId: string }) =>
  deliveryRows(db, ownerId)
    .orderBy((eb) => eb('d.status', '<>', 'pending'))
    .orderBy((eb) => eb.case().when('d.status', '=', 'pending').then(eb.ref('d.scheduled_time')).end())
    .orderBy('d.scheduled_time', 'desc')
    .orderBy('d.id')
    .limit(LIST_MAX),
);

/** A page of a list of deliveries. */
interface Deliveries {
  deliveries: DeliveryView[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** @returns an owner's deliveries, whatever became of them: newest first */
export async function pageOfDeliveries(
  context: Context,
  ownerId: string,
  { limit, cursor }: { limit: number; cursor?: string | null | undefined },
): Promise<Deliveries> {
  const after = readCursor(cursor);
  const rows = await deliveryRows(query(context.em), ownerId)
    .$if(after !== null, (page) =>
      page.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('d.created_at', 'd.id'), '<', tuple((after as Position).createdAt, (after as Position).id)),
      ),
    )
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    deliveries: toViews(context, ownerId, shown),
    next: rows.length > limit && last ? cursorOf({ createdAt: last.created_at, id: last.id }) : null,
  };
}

/** @throws AppError not-found, also for another owner's */
export async function findDelivery(context: Context, ownerId: string, id: string): Promise<DeliveryView> {
  const rows = isId(id) ? await deliveryRows(query(context.em), ownerId).where('d.id', '=', id).execute() : [];
  const [view] = await toViews(context, ownerId, rows);
  if (!view) throw notFound('delivery');
  return view;
}

/**
 * @param ids of the owner's deliveries
 * @returns those that were not deleted, in the order of the ids
 */
export async function findDeliveries(
  context: Context,
  ownerId: string,
  ids: readonly string[],
): Promise<DeliveryView[]> {
  const rows = await deliveryRows(query(context.em), ownerId).where('d.id', '=', anyOf(ids)).execute();
  const views = new Map(toViews(context, ownerId, rows).map((view) => [view.id, view]));
  return ids.flatMap((id) => views.get(id) ?? []);
}

/** @returns the other deliveries that were scheduled together with this one, in the order of their ids */
export async function restOfGroup(
  context: Context,
  ownerId: string,
  { id, group_id }: Pick<DeliveryView, 'id' | 'group_id'>,
): Promise<DeliveryView[]> {
  if (group_id === null) return [];
  const rows = await deliveryRows(query(context.em), ownerId)
    .where('d.group_id', '=', group_id)
    .where('d.id', '<>', id)
    .orderBy('d.id')
    .execute();
  return toViews(context, ownerId, rows);
}

/** @returns the deliveries that carry a content: what waits first, soonest on top */
export async function deliveriesOf(context: Context, ownerId: string, contentId: string): Promise<DeliveryView[]> {
  const rows = await deliveryRows(query(context.em), ownerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delivery_contents as o')
          .select('o.id')
          .whereRef('o.delivery_id', '=', 'd.id')
          .where('o.content_id', '=', contentId),
      ),
    )
    .orderBy((eb) => eb('d.status', '<>', 'pending'))
    .orderBy('d.scheduled_time')
    .orderBy('d.id')
    .execute();
  return toViews(context, ownerId, rows);
}

/** What the dashboard shows. */
export interface Dashboard {
  total_contents: number;
  /** Scheduled, as all that follow: the page of the protocol shows a release. */
  pending_deliveries: number;
  /** Whether anything was ever scheduled, also what was deleted since. */
  has_scheduled: boolean;
  /** Pending with a time to come, soonest first, at most UPCOMING_ON_DASHBOARD; of a group all, after the one that leads it. */
  upcoming: DeliveryView[];
  /** The channel of the next delivery whose address, or number, is asked about; null where none is. */
  asks_about: Channel | null;
  /** Still trying after an hour, or failed within the last 30 days: what the owner should know. */
  troubled: DeliveryView[];
  recent: ContentView[];
}

export async function dashboard(context: Context, ownerId: string): Promise<Dashboard> {
  const [upcoming, troubled, [counts], recent] = await Promise.all([
    upcomingOf(context, ownerId),
    troubledRows(context.em, { ownerId }),
    dashboardCounts(context.em, { ownerId }),
    listContents(context, ownerId, { limit: RECENT_ON_DASHBOARD }),
  ]);
  return {
    total_contents: Number(counts?.contents),
    pending_deliveries: counts?.pending ?? 0,
    has_scheduled: counts?.scheduled ?? false,
    upcoming,
    asks_about: counts?.asks ?? null,
    troubled: toViews(context, ownerId, troubled),
    recent: recent.contents,
  };
}

async function upcomingOf(context: Context, ownerId: string): Promise<DeliveryView[]> {
  const leading = toViews(context, ownerId, await upcomingRows(context.em, { ownerId }));
  const groups = leading.flatMap(({ group_id }) => group_id ?? []);
  if (groups.length === 0) return leading;
  const rows = await ownDeliveries(query(context.em), ownerId)
    .where('d.group_id', '=', anyOf(groups))
    .where('d.status', '=', 'pending')
    .orderBy('d.id')
    .execute();
  const others = toViews(context, ownerId, rows);
  return leading.flatMap((one) => [
    one,
    ...others.filter(
      ({ id, group_id, scheduled_time }) =>
        id !== one.id && group_id !== null && group_id === one.group_id && scheduled_time === one.scheduled_time,
    ),
  ]);
}

function ownDeliveries(db: Kysely<Tables>, ownerId: string) {
  return deliveryRows(db, ownerId).where('d.origin', '=', 'owner');
}

const upcomingRows = prepared((db, { ownerId }: { ownerId: string }) =>
  ownDeliveries(db, ownerId)
    .where('d.status', '=', 'pending')
    .where('d.scheduled_time', '>', NOW)
    .where(leadsItsGroup())
    .orderBy('d.scheduled_time')
    .orderBy('d.id')
    .limit(UPCOMING_ON_DASHBOARD),
);

const troubledRows = prepared((db, { ownerId }: { ownerId: string }) =>
  db
    .selectFrom(ownDeliveries(db, ownerId).as('t'))
    .innerJoin('deliveries as f', 'f.id', 't.id')
    .selectAll('t')
    .where(({ eb, fn }) =>
      eb.or([
        eb('t.delayed', '=', true),
        eb.and([
          eb('t.status', '=', 'failed'),
          eb(fn.coalesce('f.finished_at', 'f.scheduled_time'), '>', ago(TROUBLED_FOR)),
        ]),
      ]),
    )
    .orderBy(({ fn }) => fn.coalesce('f.finished_at', 'f.scheduled_time'), 'desc')
    .orderBy('t.id')
    .limit(UPCOMING_ON_DASHBOARD),
);

const dashboardCounts = prepared((db, { ownerId }: { ownerId: string }) => {
  const deliveries = db.selectFrom('deliveries as d').where('d.owner_id', '=', ownerId);
  return db.selectNoFrom(({ exists }) => [
    deliveries
      .select(COUNT.as('count'))
      .where('d.origin', '=', 'owner')
      .where('d.status', '=', 'pending')
      .where('d.deleted_at', 'is', null)
      .as('pending'),
    db
      .selectFrom('storage_use')
      .select(({ fn }) => fn.sum<string>('items').as('items'))
      .where('owner_id', '=', ownerId)
      .as('contents'),
    exists(deliveries.select('d.id').where('d.origin', '=', 'owner'))
      .$castTo<boolean>()
      .as('scheduled'),
    deliveries
      .select('d.channel')
      .where('d.deleted_at', 'is', null)
      .where(asksAddress())
      .orderBy('d.scheduled_time')
      .orderBy('d.id')
      .limit(1)
      .as('asks'),
  ]);
});

function toViews(context: Context, ownerId: string, rows: readonly DeliveryRow[]): DeliveryView[] {
  const [first] = rows;
  if (!first) return [];
  const key = context.keyring.openPersonKey(first.wrapped_key, ownerId);
  return rows.map((row) => {
    const about = { delivery: row.id, content: row.sealed_as };
    if (row.origin === 'release') return toDeliveryView(row, { title: releaseTitle(row.types) }, context.now);
    const title = fallbackIfUnreadable(
      context,
      about,
      () => openHead(key, row.sealed_as, row.head).title,
      sayUnreadable(),
    );
    const question = fallbackIfUnreadable(
      context,
      about,
      () => openQuestion(key, ownerId, row.question),
      sayUnreadable(),
    );
    return toDeliveryView(row, { title: titleOfAll(title, row), question }, context.now);
  });
}

/** @returns the title of the first item that is left, and how many others there are */
function titleOfAll(first: string, { content_ids }: DeliveryRow): string {
  const more = (content_ids?.length ?? 0) - 1;
  return more > 0 ? say(deliveryLines.andMore, { title: first || say(frame.untitled), count: more }) : first;
}

/** What several things together are called in lists. */
function releaseTitle(types: TypeCounts | null): string {
  return types ? say(deliveryLines.release.of, { things: inWords(types) }) : say(deliveryLines.release.empty);
}
