import type { ContentType } from '#domain/content/content.ts';
import {
  type Channel,
  type DeliveryOrigin,
  type DeliveryStatus,
  FAILURES,
  type FailureCode,
} from '#domain/delivery/delivery.ts';
import { linkExpiry } from './compose-invitation.ts';
import { readPhone } from './phone.ts';

/** What a recipient's link does: there is none until something was sent. */
export type LinkState = 'none' | 'open' | 'revoked' | 'expired';

/** What an owner sees of one delivery. Instants are ISO 8601 with Z. */
export interface DeliveryView {
  id: string;
  /** Its owner scheduled it, or their emergency protocol was released; that one brings several things. */
  origin: DeliveryOrigin;
  /** Null when that was deleted, and for a release. */
  content_id: string | null;
  /** Of a release: what kinds of things it brings. */
  content_title: string;
  delivery_type: Channel;
  recipient_email: string;
  recipient_name: string | null;
  /** E.164. */
  recipient_phone: string | null;
  /** The same as people read it, such as +351 912 345 678. */
  recipient_phone_grouped: string | null;
  scheduled_time: string;
  local_time: string | null;
  /** The zone to show times in. */
  time_zone: string;
  status: DeliveryStatus;
  /** Pending, its time still to come, and not in the provider's hands. */
  changeable: boolean;
  /** It has been trying for an hour or more. */
  delayed: boolean;
  /** The present message was handed over at least once, whatever came of it. */
  tried: boolean;
  /** Its far date is near, and nobody has said yet whether the address still holds. */
  asks_address: boolean;
  sent_at: string | null;
  delivered_at: string | null;
  opened_at: string | null;
  /** When the recipient first saved something of it. */
  downloaded_at: string | null;
  /** Since when it goes by email, although WhatsApp was asked for. */
  fell_back_at: string | null;
  unconfirmed: boolean;
  /** Until when the link opens; null where there is none. */
  link: { state: LinkState; expires_at: string | null };
  failure: { code: FailureCode; text: string } | null;
  created_at: string;
}

export interface DeliveryRow {
  id: string;
  origin: DeliveryOrigin;
  /** Of a release: of what is still there, in order. */
  types: ContentType[] | null;
  content_id: string | null;
  sealed_as: string;
  head: Buffer;
  channel: Channel;
  recipient_email: string;
  recipient_name: string | null;
  recipient_phone: string | null;
  scheduled_time: Date;
  local_time: string | null;
  time_zone: string;
  status: DeliveryStatus;
  changeable: boolean;
  delayed: boolean;
  tried: boolean;
  asks_address: boolean;
  sent_at: Date | null;
  delivered_at: Date | null;
  opened_at: Date | null;
  downloaded_at: Date | null;
  fell_back_at: Date | null;
  /** Since when a link of it may be out. */
  link_sent_at: Date | null;
  link_expires_at: Date | null;
  link_revoked_at: Date | null;
  is_unconfirmed: boolean;
  failure_code: FailureCode | null;
  created_at: Date;
}

/** @param now tells whether the link still opens */
export function toDeliveryView(row: DeliveryRow, title: string, now: Date): DeliveryView {
  const iso = (instant: Date | null) => (instant ? new Date(instant).toISOString() : null);
  return {
    id: row.id,
    origin: row.origin,
    content_id: row.origin === 'release' ? null : row.content_id,
    content_title: title,
    delivery_type: row.channel,
    recipient_email: row.recipient_email,
    recipient_name: row.recipient_name,
    recipient_phone: row.recipient_phone,
    recipient_phone_grouped: row.recipient_phone && (readPhone(row.recipient_phone)?.grouped ?? row.recipient_phone),
    scheduled_time: new Date(row.scheduled_time).toISOString(),
    local_time: row.local_time,
    time_zone: row.time_zone,
    status: row.status,
    changeable: row.changeable,
    delayed: row.delayed,
    tried: row.tried,
    asks_address: row.asks_address,
    sent_at: iso(row.sent_at),
    delivered_at: iso(row.delivered_at),
    opened_at: iso(row.opened_at),
    downloaded_at: iso(row.downloaded_at),
    fell_back_at: iso(row.fell_back_at),
    unconfirmed: row.is_unconfirmed,
    link: linkOf(row, now),
    failure: row.failure_code ? { code: row.failure_code, text: FAILURES[row.failure_code] } : null,
    created_at: new Date(row.created_at).toISOString(),
  };
}

function linkOf(row: DeliveryRow, now: Date): DeliveryView['link'] {
  if (row.link_sent_at === null) return { state: 'none', expires_at: null };
  const expiresAt = new Date(row.link_expires_at ?? linkExpiry(new Date(row.link_sent_at)));
  const state = row.link_revoked_at ? 'revoked' : expiresAt <= now ? 'expired' : 'open';
  return { state, expires_at: expiresAt.toISOString() };
}
