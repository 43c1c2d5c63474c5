/** What an owner sees of a delivery, and the query for it. */
import type { InferResult, Kysely } from 'kysely';
import type { Tables } from '#db/query.ts';
import type { Repeat } from '#domain/delivery/delivery.schema.ts';
import type { Channel, DeliveryOrigin, DeliveryStatus, FailureCode } from '#domain/delivery/delivery.ts';
import { type LinkYears, linkEnd } from '#domain/delivery/link-life.ts';
import type { Language } from '#domain/language.ts';
import { presentName } from '#domain/time/zone-names.ts';
import { failureReasons } from '#messages/en/delivery-terms.ts';
import { say } from '#messages/say.ts';
import {
  asksAddress,
  carriedIds,
  groupSize,
  isChangeable,
  isDelayed,
  linkSentAt,
  releasedTypes,
  triedNow,
} from './delivery-expressions.ts';
import { groupedPhone } from './phone.ts';

/** What a recipient's link does: there is none until something was sent. */
export type LinkState = 'none' | 'open' | 'revoked' | 'expired';

/** What an owner sees of one delivery. Instants are ISO 8601 with Z. */
export interface DeliveryView {
  id: string;
  /** Its owner scheduled it, or their emergency protocol was released; a release brings several things. */
  origin: DeliveryOrigin;
  /** Those that were scheduled together, to several people, have the same; null for one alone. */
  group_id: string | null;
  /** How many of these there are; 1 for one alone. */
  group_size: number;
  /** The first of `content_ids`; null when the content was deleted, and for a release. */
  content_id: string | null;
  /** What it brings, without what was deleted; empty for a release. */
  content_ids: string[];
  /** Of several items: the first, and how many others. Of a release: the kinds of things it brings. */
  content_title: string;
  delivery_type: Channel;
  recipient_email: string;
  recipient_name: string | null;
  /** Where it goes once if the address refuses it; null for nowhere, and once it goes there. */
  alternate_email: string | null;
  /** The address that refused it: recipient_email has been the second one since. */
  refused_email: string | null;
  /** E.164. */
  recipient_phone: string | null;
  /** The same as people read it, such as +351 912 345 678. */
  recipient_phone_grouped: string | null;
  scheduled_time: string;
  local_time: string | null;
  /** The zone to show times in. */
  time_zone: string;
  status: DeliveryStatus;
  /** Its owner's, pending, its time still to come, and no attempt in progress. */
  changeable: boolean;
  /** It has been trying for an hour or more. */
  delayed: boolean;
  /** Since when our team holds it: nothing is sent until they let it go. Null while it is not held. */
  held_at: string | null;
  /** The present message was sent to a provider at least once, whatever came of it. */
  tried: boolean;
  /** Its far date is near, and its owner has not confirmed the address yet. */
  asks_address: boolean;
  sent_at: string | null;
  delivered_at: string | null;
  opened_at: string | null;
  /** When the recipient first saved something of it. */
  downloaded_at: string | null;
  /** Since when it goes by email instead of by the chosen channel. */
  fell_back_at: string | null;
  unconfirmed: boolean;
  /** How long the link is valid after the sending; null for as long as Stillhere exists. */
  link_years: LinkYears;
  /** Of the message and of the recipient's page. */
  language: Language;
  /** Until when the link is valid; null where there is none, and for as long as Stillhere exists. */
  link: { state: LinkState; expires_at: string | null };
  /** What its recipient is asked before opening it; null for nothing. */
  question: string | null;
  /** Whether its page says if more is to come. */
  tells_more: boolean;
  /** Of a yearly delivery: until when; null for once. */
  repeat: Repeat | null;
  /** Of a yearly delivery that was sent: the next one, which may have been deleted since. */
  next_id: string | null;
  failure: { code: FailureCode; text: string } | null;
  created_at: string;
}

/** What is shown as it is stored: of the delivery `d`, of its first item `dc` and of its owner `u`. */
const COLUMNS = [
  'd.id',
  'd.origin',
  'd.group_id',
  'd.channel',
  'd.recipient_email',
  'd.recipient_name',
  'd.recipient_phone',
  'd.alternate_email',
  'd.refused_email',
  'd.scheduled_time',
  'd.local_time',
  'd.time_zone',
  'd.status',
  'd.created_at',
  'd.failure_code',
  'd.sent_at',
  'd.delivered_at',
  'd.opened_at',
  'd.downloaded_at',
  'd.fell_back_at',
  'd.is_unconfirmed',
  'd.held_at',
  'd.link_years',
  'd.language',
  'd.link_expires_at',
  'd.link_revoked_at',
  'd.repeat_until',
  'd.question',
  'd.tells_more',
  'd.next_id',
  'dc.content_id',
  'dc.sealed_as',
  'u.wrapped_key',
] as const;

/** @returns the query for an owner's deliveries `d` that were not deleted; `toDeliveryView` reads its rows */
export function deliveryRows(db: Kysely<Tables>, ownerId: string) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .innerJoin('delivery_contents as dc', (join) => join.onRef('dc.delivery_id', '=', 'd.id').on('dc.position', '=', 0))
    .leftJoin('contents as c', 'c.id', 'dc.content_id')
    .where('d.owner_id', '=', ownerId)
    .where('d.deleted_at', 'is', null)
    .select(COLUMNS)
    .select(({ fn }) => [
      fn.coalesce('dc.frozen_head', 'c.head').$castTo<Buffer>().as('head'),
      linkSentAt().as('link_sent_at'),
      releasedTypes().as('types'),
      carriedIds().as('content_ids'),
      groupSize().as('group_size'),
      isChangeable().as('changeable'),
      isDelayed().as('delayed'),
      triedNow().as('tried'),
      asksAddress().as('asks_address'),
    ]);
}
export type DeliveryRow = InferResult<ReturnType<typeof deliveryRows>>[number];

/** @param now tells whether the link is still valid */
export function toDeliveryView(
  row: DeliveryRow,
  { title, question = null }: { title: string; question?: string | null },
  now: Date,
): DeliveryView {
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  return {
    id: row.id,
    origin: row.origin,
    group_id: row.group_id,
    group_size: Math.max(1, row.group_size ?? 0),
    content_id: row.origin === 'release' ? null : row.content_id,
    content_ids: row.content_ids ?? [],
    content_title: title,
    delivery_type: row.channel,
    ...recipientOf(row),
    scheduled_time: row.scheduled_time.toISOString(),
    local_time: row.local_time,
    time_zone: presentName(row.time_zone),
    status: row.status,
    changeable: row.changeable,
    delayed: row.delayed,
    // A hold outlasts the message that was under way, and counts again where another follows it.
    held_at: row.status === 'pending' ? iso(row.held_at) : null,
    tried: row.tried,
    asks_address: row.asks_address,
    sent_at: iso(row.sent_at),
    delivered_at: iso(row.delivered_at),
    opened_at: iso(row.opened_at),
    downloaded_at: iso(row.downloaded_at),
    fell_back_at: iso(row.fell_back_at),
    unconfirmed: row.is_unconfirmed,
    link_years: row.link_years,
    language: row.language,
    link: linkOf(row, now),
    question,
    tells_more: row.tells_more,
    repeat: row.repeat_until === null ? null : { every: 'year', until_year: row.repeat_until },
    next_id: row.next_id,
    failure: row.failure_code ? { code: row.failure_code, text: say(failureReasons[row.failure_code]) } : null,
    created_at: row.created_at.toISOString(),
  };
}

function recipientOf(row: DeliveryRow) {
  return {
    recipient_email: row.recipient_email,
    recipient_name: row.recipient_name,
    alternate_email: row.alternate_email,
    refused_email: row.refused_email,
    recipient_phone: row.recipient_phone,
    recipient_phone_grouped: row.recipient_phone && groupedPhone(row.recipient_phone),
  };
}

function linkOf(row: DeliveryRow, now: Date): DeliveryView['link'] {
  if (row.link_sent_at === null) return { state: 'none', expires_at: null };
  const end = linkEnd({ years: row.link_years, extendedTo: row.link_expires_at }, row.link_sent_at);
  const state = row.link_revoked_at ? 'revoked' : end && end <= now ? 'expired' : 'open';
  return { state, expires_at: end?.toISOString() ?? null };
}
