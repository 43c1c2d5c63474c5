/** The channels by which an owner is warned, as pages and the API show them, and as the protocol uses them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { PHONE_CHANNELS, WARNING_CHANNELS, type WarningChannel } from '#domain/emergency/warning-channels.ts';

/** One channel. Instants are ISO 8601 with Z. */
export interface WarningChannelView {
  /** An email address, or a number in E.164. */
  address: string;
  /** When a code proved it; until then nothing but codes goes there. */
  confirmed_at: string | null;
  last_delivered_at: string | null;
  /** When a message first failed; null once one has arrived since. */
  failed_at: string | null;
}

/** All of them; null for one that is not used. */
export interface WarningChannelsView extends Record<WarningChannel, WarningChannelView | null> {
  /** The number, also while no channel uses it. It has failed when each channel that uses it has. */
  phone: WarningChannelView | null;
}

export type ChannelRow = Selectable<Tables['warning_channels']>;

/** @returns the rows of an owner, also of channels that are not used */
export function readChannelRows(em: EntityManager, ownerId: string): Promise<ChannelRow[]> {
  return query(em).selectFrom('warning_channels').selectAll().where('owner_id', '=', ownerId).execute();
}

/** @returns an owner's channels besides the account's address */
export async function readWarningChannels(em: EntityManager, ownerId: string): Promise<WarningChannelsView> {
  return channelsView(await readChannelRows(em, ownerId));
}

/** @returns the channels that warnings go to: used, and confirmed */
export function confirmedChannels(em: EntityManager, ownerId: string) {
  return query(em)
    .selectFrom('warning_channels')
    .select(['channel', 'address'])
    .where('owner_id', '=', ownerId)
    .where('is_used', '=', true)
    .where('confirmed_at', 'is not', null)
    .orderBy('channel')
    .execute();
}

function channelsView(rows: readonly ChannelRow[]): WarningChannelsView {
  const used = Object.fromEntries(
    WARNING_CHANNELS.map((channel) => {
      const row = rows.find((one) => one.channel === channel && one.is_used);
      return [channel, row ? toView(row) : null];
    }),
  ) as Record<WarningChannel, WarningChannelView | null>;
  return { ...used, phone: phoneView(rows.filter(({ channel }) => channel !== 'second_email')) };
}

function phoneView(rows: readonly ChannelRow[]): WarningChannelView | null {
  const [first] = rows;
  if (!first) return null;
  const used = rows.filter(({ is_used: isUsed }) => isUsed);
  const failed = used.map(({ failed_at: at }) => at);
  const delivered = rows.flatMap(({ last_delivered_at: at }) => at ?? []);
  return toView({
    ...first,
    last_delivered_at: delivered.length > 0 ? new Date(Math.max(...delivered.map(Number))) : null,
    failed_at: failed.every((at) => at !== null) ? (failed[0] ?? null) : null,
  });
}

function toView(row: ChannelRow): WarningChannelView {
  return {
    address: row.address,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  };
}

/** @returns the number of an owner's phone and which channels use it; nulls and false without one */
export function phoneOf(rows: readonly ChannelRow[]) {
  const [whatsapp, sms] = PHONE_CHANNELS.map((channel) => rows.find((one) => one.channel === channel));
  return { phone: sms?.address ?? null, whatsapp: whatsapp?.is_used ?? false, sms: sms?.is_used ?? false };
}
