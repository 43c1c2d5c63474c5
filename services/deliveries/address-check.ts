/** The question before a far date: is the address still right? Asked by mail, answered by its link or on a page. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { InferResult } from 'kysely';
import { before, fromNow, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyOf, recordset } from '#db/sql.ts';
import { ASK_AHEAD, type Channel, FAR, needsPhone } from '#domain/delivery/delivery.ts';
import { isId } from '#domain/ids.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { presentName } from '#domain/time/zone-names.ts';
import { channelLabels } from '#messages/en/delivery-terms.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { followLink } from '#services/limits/limits.ts';
import { notFound, unknownLink } from '#services/not-found.ts';
import { appendTimeline } from '#services/timeline.ts';
import { groupedPhone } from './phone.ts';

const AT_ONCE = 500;
/** During an upgrade a worker of the version before mails every notice as a failure. After this time it has stopped. */
const MAIL_AFTER = 15 * MINUTE;

/** What the link of the question leads to, or why it is no longer asked. */
export type AddressLink =
  | { kind: 'open' | 'confirmed'; about: AddressCheck }
  /** `changed`: since this link was sent. */
  | { kind: 'changed' | 'due' | 'sent' | 'failed' | 'deleted' };

/** Names the recipient and the time, not the content: owners may not be the only readers of their mail. */
export interface AddressCheck {
  deliveryId: string;
  recipientName: string | null;
  recipientEmail: string;
  /** As people read it, where the channel needs it. */
  recipientPhone: string | null;
  /** "WhatsApp", "email" */
  channelLabel: string;
  scheduledTime: Date;
  timeZone: string;
}

/**
 * Finds deliveries whose far date is near and enqueues a mail to their owners: is the address still right? Each is asked
 * about once, and again only after it was changed and is far once more. An owner who never confirmed their own address
 * is not asked until they do.
 * @returns about how many; fewer than a full batch means that none is left for now
 */
export async function askAddresses(em: EntityManager): Promise<number> {
  return em.transactional(async (tx) => {
    const near = await nearFarDates(tx).execute();
    if (near.length === 0) return 0;
    await query(tx)
      .updateTable('deliveries')
      .set({ address_asked_at: NOW })
      .where('id', '=', anyOf(near.map(({ id }) => id)))
      .execute();
    const rows = near.map(({ id, owner_id, revision }) => ({ id: newId(), delivery_id: id, owner_id, revision }));
    const types = { id: 'uuid', delivery_id: 'uuid', owner_id: 'uuid', revision: 'integer' } as const;
    const notices = await query(tx)
      .insertInto('notices')
      .columns(['id', 'owner_id', 'delivery_id', 'revision', 'kind', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom(recordset('r', rows, types))
          .select(['r.id', 'r.owner_id', 'r.delivery_id', 'r.revision', eb.val('address-check' as const).as('kind')])
          .select(NOW.as('created_at')),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    for (const { id, owner_id } of near) record(tx, owner_id, 'delivery-address-asked', { delivery_id: id });
    await enqueue(tx, 'notice', notices, { in: MAIL_AFTER });
    return near.length;
  });
}

/** Leaves out what its owner scheduled or changed lately. The timeline is read only for old rows. */
function nearFarDates(tx: EntityManager) {
  return query(tx)
    .selectFrom('deliveries as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .select(['d.id', 'd.owner_id', 'd.revision'])
    .where('d.status', '=', 'pending')
    .where('d.deleted_at', 'is', null)
    .where('d.origin', '=', 'owner')
    .where('d.address_asked_at', 'is', null)
    .where('d.scheduled_time', '>', NOW)
    .where('d.scheduled_time', '<=', fromNow(ASK_AHEAD))
    .where('u.email_confirmed_at', 'is not', null)
    .where(({ eb, ref }) => eb('d.created_at', '<=', before(ref('d.scheduled_time'), FAR)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('timeline as t')
            .select('t.id')
            .whereRef('t.delivery_id', '=', 'd.id')
            .where('t.kind', '=', 'delivery-rescheduled')
            .where(({ eb, ref }) => eb('t.at', '>', before(ref('d.scheduled_time'), FAR))),
        ),
      ),
    )
    .orderBy('d.scheduled_time')
    .limit(AT_ONCE)
    .forUpdate('d')
    .skipLocked();
}

/**
 * Finds what the link of the question leads to, and changes nothing: mail scanners follow every link.
 * @throws AppError not-found when it is not valid; too-many-requests instead after very many invalid ones
 */
export function findAddressLink(context: Context, secret: string): Promise<AddressLink> {
  return followLink(context, async () => (await look(context, secret)).link);
}

/**
 * Confirms the address by the link. Repeating it changes nothing.
 * @returns what the link leads to afterwards
 * @throws as `findAddressLink` does
 */
export function confirmRecipientAddressByLink(context: Context, secret: string): Promise<AddressLink> {
  return followLink(context, async () => {
    const { row, link } = await look(context, secret);
    if (link.kind !== 'open') return link;
    await confirm(context, row.owner_id, row.id);
    // The delivery may have changed, or gone out, in between.
    return (await look(context, secret)).link;
  });
}

/**
 * Confirms the address, or the number, of an owner's delivery.
 * @returns its channel, which says whether it was an address or a number
 * @throws AppError not-found, also for another owner's and for one that is no longer waiting
 */
export async function confirmRecipientAddress(context: Context, ownerId: string, id: string): Promise<Channel> {
  const channel = isId(id) ? await confirm(context, ownerId, id) : null;
  if (!channel) throw notFound('delivery');
  return channel;
}

/** @returns its channel; null where the question is not open */
async function confirm({ em, now }: Context, ownerId: string, id: string): Promise<Channel | null> {
  return em.transactional(async (tx) => {
    const confirmed = await query(tx)
      .updateTable('deliveries as d')
      .from((eb) =>
        eb
          .selectFrom('deliveries')
          .select(['id', eb('address_holds_at', 'is', null).as('is_new')])
          .where('id', '=', id)
          .where('owner_id', '=', ownerId)
          .forUpdate()
          .as('before'),
      )
      .set(({ fn }) => ({ address_holds_at: fn.coalesce('d.address_holds_at', NOW) }))
      .whereRef('d.id', '=', 'before.id')
      .where('d.status', '=', 'pending')
      .where('d.deleted_at', 'is', null)
      .where('d.address_asked_at', 'is not', null)
      .where('d.scheduled_time', '>', NOW)
      .returning(['before.is_new', 'd.revision', 'd.channel'])
      .executeTakeFirst();
    if (!confirmed) return null;
    const { revision, channel } = confirmed;
    if (confirmed.is_new)
      await appendTimeline(tx, now, [
        { ownerId, kind: 'delivery-address-holds', actor: 'owner', deliveryId: id, detail: { revision, channel } },
      ]);
    return channel;
  });
}

function addressCheckRow(em: EntityManager, id: string | null) {
  return query(em)
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.owner_id', 'd.revision', 'd.status', 'd.channel', 'd.scheduled_time', 'd.time_zone'])
    .select(['d.recipient_name', 'd.recipient_email', 'd.recipient_phone'])
    .select((eb) => [
      /** Null again after a change of the delivery. */
      eb('d.address_asked_at', 'is not', null).as('is_asked'),
      eb('d.address_holds_at', 'is not', null).as('is_confirmed'),
      eb('d.deleted_at', 'is not', null).as('is_deleted'),
      eb('d.scheduled_time', '<=', NOW).as('is_due'),
      /** Of the newest question about it. */
      eb
        .selectFrom('notices as n')
        .select(({ fn }) => fn.max('n.revision').as('revision'))
        .whereRef('n.delivery_id', '=', 'd.id')
        .where('n.kind', '=', 'address-check')
        .as('asked_revision'),
    ])
    .where('d.id', '=', id);
}
type AddressCheckRow = InferResult<ReturnType<typeof addressCheckRow>>[number];

async function look(context: Context, secret: string): Promise<{ row: AddressCheckRow; link: AddressLink }> {
  const row = await addressCheckRow(context.em, claimedId(secret)).executeTakeFirst();
  if (!row) throw unknownLink();
  const opens = (revision: number) => opensLink(context.keyring, secret, 'address', row.id, revision);
  // The rules of a time zone may have moved it since, as a new revision: the question is the same.
  if (row.asked_revision !== null && row.is_asked && opens(row.asked_revision)) return { row, link: linkTo(row) };
  for (let past = row.revision; past >= 1; past -= 1) if (opens(past)) return { row, link: { kind: afterChange(row) } };
  throw unknownLink();
}

function linkTo(row: AddressCheckRow): AddressLink {
  if (row.is_deleted) return { kind: 'deleted' };
  if (row.status !== 'pending') return { kind: row.status };
  if (row.is_due) return { kind: 'due' };
  return {
    kind: row.is_confirmed ? 'confirmed' : 'open',
    about: {
      deliveryId: row.id,
      recipientName: row.recipient_name,
      recipientEmail: row.recipient_email,
      recipientPhone: needsPhone(row.channel) && row.recipient_phone ? groupedPhone(row.recipient_phone) : null,
      channelLabel: say(channelLabels[row.channel]),
      scheduledTime: row.scheduled_time,
      timeZone: presentName(row.time_zone),
    },
  };
}

/** An older link must not show what was chosen after it was sent. */
function afterChange({ is_deleted, status }: AddressCheckRow): 'changed' | 'deleted' | 'sent' | 'failed' {
  if (is_deleted) return 'deleted';
  return status === 'pending' ? 'changed' : status;
}
