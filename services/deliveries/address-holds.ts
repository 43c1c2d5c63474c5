import type { Channel } from '#domain/delivery/delivery.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import { appendTimeline } from '#services/timeline.ts';
import { readPhone } from './phone.ts';

/** What the link of the question leads to. */
export type AddressLink =
  /** Held: its owner has said yes. */
  | { kind: 'open' | 'held'; about: AskedDelivery }
  /** Somebody has changed it since this link was sent; or its hour has come; or it has ended. */
  | { kind: 'changed' | 'due' | 'sent' | 'failed' | 'deleted' };

/** What is said of a delivery to its owner, who may not be alone with their mail: to whom and when, and not what. */
export interface AskedDelivery {
  deliveryId: string;
  recipientName: string | null;
  recipientEmail: string;
  /** As people read it, where it goes by WhatsApp. */
  recipientPhone: string | null;
  scheduledTime: Date;
  timeZone: string;
}

interface AskedRow {
  id: string;
  owner_id: string;
  revision: number;
  /** Of the newest question about it. */
  asked_revision: number | null;
  /** The question still stands: nobody has changed the delivery since. */
  is_asked: boolean;
  status: 'pending' | 'sent' | 'failed';
  is_deleted: boolean;
  is_due: boolean;
  is_held: boolean;
  channel: Channel;
  recipient_name: string | null;
  recipient_email: string;
  recipient_phone: string | null;
  scheduled_time: Date | string;
  time_zone: string;
}

/**
 * Looks at the link of the question whether an address still holds, and changes nothing: mail scanners follow every link.
 * @throws AppError not-found when it is none of ours; too-many-requests instead after very many that were none
 */
export function findAddressLink(context: Context, secret: string): Promise<AddressLink> {
  return followLink(context, async () => (await look(context, secret)).link);
}

/**
 * Says by the link that the address holds. Pressed again it says the same.
 * @returns how it stands after it
 * @throws as `findAddressLink` does
 */
export function holdAddressByLink(context: Context, secret: string): Promise<AddressLink> {
  return followLink(context, async () => {
    const { row, link } = await look(context, secret);
    if (link.kind !== 'open') return link;
    await hold(context, row.owner_id, row.id);
    // Where it was changed, or left, in between, that is what is shown.
    return (await look(context, secret)).link;
  });
}

/**
 * Says that the address, or the number, of one's own delivery holds.
 * @returns by which way it is to go, and so which of the two
 * @throws AppError not-found, also for somebody else's and for what is no longer waiting
 */
export async function holdAddress(context: Context, ownerId: string, id: string): Promise<Channel> {
  const channel = isId(id) ? await hold(context, ownerId, id) : null;
  if (!channel) throw notFound('delivery');
  return channel;
}

/** @returns by which way it is to go; null where it is not asked about */
async function hold({ em, now }: Context, ownerId: string, id: string): Promise<Channel | null> {
  return em.transactional(async (tx) => {
    const [held] = await tx.execute<{ is_new: boolean; revision: number; channel: Channel }[]>(
      `update deliveries d set address_holds_at = coalesce(d.address_holds_at, now())
       from (select id, address_holds_at is null as is_new from deliveries where id = ? and owner_id = ? for update) before
       where d.id = before.id and d.status = 'pending' and d.deleted_at is null and d.address_asked_at is not null
         and d.scheduled_time > now() returning before.is_new, d.revision, d.channel`,
      [id, ownerId],
    );
    if (!held) return null;
    const detail = { revision: held.revision, channel: held.channel };
    if (held.is_new)
      await appendTimeline(tx, now, [
        { ownerId, kind: 'delivery-address-holds', actor: 'owner', deliveryId: id, detail },
      ]);
    return held.channel;
  });
}

async function look(context: Context, secret: string): Promise<{ row: AskedRow; link: AddressLink }> {
  const id = claimedId(secret);
  const [row] = await context.em.execute<AskedRow[]>(
    `select id, owner_id, revision, status, address_asked_at is not null as is_asked,
       (select max(n.revision) from notices n where n.delivery_id = d.id and n.kind = 'address-check') as asked_revision,
       deleted_at is not null as is_deleted, scheduled_time <= now() as is_due,
       address_holds_at is not null as is_held, channel, recipient_name, recipient_email, recipient_phone, scheduled_time, time_zone
     from deliveries d where id = ?`,
    [id],
  );
  if (!row) throw unknownLink();
  const opens = (revision: number) => opensLink(context.keyring, secret, 'address', row.id, revision);
  // The rules of a zone may have moved it since, as a new revision: the question is the same.
  if (row.asked_revision !== null && row.is_asked && opens(row.asked_revision)) return { row, link: linkTo(row) };
  for (let past = row.revision; past >= 1; past -= 1) if (opens(past)) return { row, link: { kind: afterChange(row) } };
  throw unknownLink();
}

function linkTo(row: AskedRow): AddressLink {
  if (row.is_deleted) return { kind: 'deleted' };
  if (row.status !== 'pending') return { kind: row.status };
  if (row.is_due) return { kind: 'due' };
  return {
    kind: row.is_held ? 'held' : 'open',
    about: {
      deliveryId: row.id,
      recipientName: row.recipient_name,
      recipientEmail: row.recipient_email,
      recipientPhone: row.channel === 'whatsapp' && row.recipient_phone ? grouped(row.recipient_phone) : null,
      scheduledTime: new Date(row.scheduled_time),
      timeZone: row.time_zone,
    },
  };
}

function grouped(phone: string): string {
  return readPhone(phone)?.grouped ?? phone;
}

/** An older link tells nothing of what was chosen after it was sent. */
function afterChange({ is_deleted, status }: AskedRow): 'changed' | 'deleted' | 'sent' | 'failed' {
  if (is_deleted) return 'deleted';
  return status === 'pending' ? 'changed' : status;
}

function unknownLink(): AppError {
  return new AppError('not-found', 'This link opens nothing. Perhaps a part of it was lost on the way.');
}
