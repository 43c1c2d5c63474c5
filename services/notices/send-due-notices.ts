import type { NoticeKind } from '#db/entities/record.ts';
import type { ContentType } from '#domain/content/content.ts';
import {
  CHANNELS,
  type Channel,
  type DeliveryOrigin,
  FAILURES,
  type FailureCode,
  needsPhone,
} from '#domain/delivery/delivery.ts';
import { openHead } from '#services/contents/sealed-content.ts';
import { linkSecret } from '#services/crypto/link.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { readPhone } from '#services/deliveries/phone.ts';
import { addressCheck, deliveryDelayed, deliveryFailed, releaseFailed } from '#services/mails/deliveries.ts';
import type { Mail } from '#services/mails/layout.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { waitAfter } from './wait-after.ts';

const AT_ONCE = 20;

interface NoticeRow {
  id: string;
  kind: NoticeKind;
  revision: number;
  tries: number;
  created_at: Date;
  /**
   * Also false once its owner has deleted what it would have brought: nothing of that row is told then. A question about an
   * address stays when only the rules of a zone have moved the date.
   */
  is_still_true: boolean;
  delivery_id: string;
  origin: DeliveryOrigin;
  owner_id: string;
  owner_name: string;
  owner_email: string;
  wrapped_key: Buffer;
  time_zone: string;
  recipient_name: string | null;
  recipient_email: string;
  channel: Channel;
  /** WhatsApp was tried, and did not bring it. */
  fell_back: boolean;
  recipient_phone: string | null;
  scheduled_time: Date;
  failure_code: FailureCode | null;
  type: ContentType;
  sealed_as: string;
  head: Buffer;
}

/**
 * Mails owners what happened to their deliveries. At least once: a second copy of such a mail does no harm, so an
 * outcome that nobody could learn is simply tried again.
 * @returns how many were taken on; fewer than a full hand means that none is left for now
 */
export async function sendDueNotices(postman: DeliveryDeps): Promise<number> {
  const rows = await takeDueNotices(postman);
  await Promise.all(rows.map((row) => sendNotice(postman, row)));
  return rows.length;
}

async function takeDueNotices({ fork, policy }: DeliveryDeps): Promise<NoticeRow[]> {
  const lease = `${policy.claimLease} milliseconds`;
  return fork().transactional(async (em) => {
    const taken = await em.execute<{ id: string }[]>(
      `update notices set tries = tries + 1, next_try_at = now() + ?::interval where id = any(array(
         select id from notices where next_try_at <= now() order by next_try_at limit ${AT_ONCE} for update skip locked)) returning id`,
      [lease],
    );
    if (taken.length === 0) return [];
    return em.execute<NoticeRow[]>(
      `select n.id, n.kind, n.revision, n.tries, n.created_at, n.delivery_id, d.origin, u.id as owner_id, u.name as owner_name, u.email as owner_email, u.wrapped_key,
         d.time_zone, d.recipient_name, d.recipient_email,
         d.channel, d.fell_back_at is not null as fell_back, d.recipient_phone, d.scheduled_time, d.failure_code, c.type, dc.sealed_as, coalesce(dc.frozen_head, c.head) as head,
         d.deleted_at is null and (d.revision = n.revision or (n.kind = 'address-check' and d.address_asked_at is not null)) and (c.id is not null or d.origin = 'release')
           and d.status = case n.kind when 'delivery-failed' then 'failed' else 'pending' end
           and (n.kind <> 'address-check' or (d.address_holds_at is null and d.scheduled_time > now())) as is_still_true
       from notices n join deliveries d on d.id = n.delivery_id join users u on u.id = n.owner_id
         join delivery_contents dc on dc.delivery_id = d.id and dc.position = 0 left join contents c on c.id = dc.content_id
       where n.id = any(?::uuid[])`,
      [`{${taken.map(({ id }) => id).join(',')}}`],
    );
  });
}

async function sendNotice(postman: DeliveryDeps, row: NoticeRow): Promise<void> {
  if (!row.is_still_true) return settle(postman, row.id, null, false);
  const answer = await postman.email.send(composeNotice(postman, row));
  const wait = waitAfter(answer, row, postman.policy.minute);
  await settle(postman, row.id, wait, answer.kind === 'accepted');
}

/** Not where the provider has reported meanwhile that it did not arrive. */
async function settle({ fork }: DeliveryDeps, id: string, wait: number | null, wasSent: boolean): Promise<void> {
  await fork().execute(
    `update notices set sent_at = case when ? then now() end, next_try_at = now() + ?::interval
     where id = ? and next_try_at is not null`,
    [wasSent, wait === null ? null : `${Math.round(wait)} milliseconds`, id],
  );
}

function composeNotice(postman: DeliveryDeps, row: NoticeRow): EmailMessage {
  return {
    to: { email: row.owner_email, name: row.owner_name },
    ...(row.origin === 'release' ? ofRelease(postman, row) : ofDelivery(postman, row)),
    reference: { notice_id: row.id },
  };
}

function ofRelease({ appOrigin }: DeliveryDeps, row: NoticeRow): Mail {
  return releaseFailed({
    ownerName: row.owner_name,
    recipientName: row.recipient_name,
    recipientEmail: row.recipient_email,
    reason: reasonOf(row),
    link: throughSignIn(appOrigin, '/emergency'),
  });
}

function ofDelivery({ keyring, appOrigin }: DeliveryDeps, row: NoticeRow): Mail {
  const key = keyring.openPersonKey(row.wrapped_key, row.owner_id);
  const phone = needsPhone(row.channel) ? grouped(row.recipient_phone) : null;
  const facts = {
    type: row.type,
    ownerName: row.owner_name,
    recipientName: row.recipient_name,
    recipientEmail: row.recipient_email,
    recipientPhone: row.fell_back ? null : phone,
    channelLabel: CHANNELS[row.channel].label,
    title: openHead(key, row.sealed_as, row.head).title,
    scheduledTime: new Date(row.scheduled_time),
    timeZone: row.time_zone,
  };
  switch (row.kind) {
    case 'delivery-delayed':
      return deliveryDelayed({ ...facts, link: throughSignIn(appOrigin, `/schedule/${row.delivery_id}`) });
    case 'address-check':
      return addressCheck({
        ...facts,
        now: new Date(),
        link: `${appOrigin}/address/${linkSecret(keyring, 'address', row.delivery_id, row.revision)}`,
      });
    case 'delivery-failed': {
      const link = throughSignIn(appOrigin, `/schedule/${row.delivery_id}/retry`);
      return deliveryFailed({ ...facts, reason: reasonOf(row), triedPhone: row.fell_back ? phone : null, link });
    }
  }
}

/** As people read it. */
function grouped(phone: string | null): string | null {
  return phone && (readPhone(phone)?.grouped ?? phone);
}

function reasonOf({ failure_code: code }: NoticeRow): string {
  return code ? FAILURES[code] : '';
}

/** Whoever is signed in goes on to the page at once; others sign in first, and then get there. */
function throughSignIn(appOrigin: string, path: string): string {
  return `${appOrigin}/auth?to=${encodeURIComponent(path)}`;
}
