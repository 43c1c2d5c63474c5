/** What providers report of the messages to owners' other channels. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago, CLOCK_NOW, NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { DAY } from '#domain/time/durations.ts';
import { record } from '#services/append-record.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';
import { planAgain } from './change-protocol.ts';
import { lockProtocol } from './protocol-row.ts';

/** How long the row of a test or a code remains: providers report within days. */
const KEPT_FOR = 30 * DAY;

type Reported = Pick<ProviderEvent, 'warningMessageId' | 'event' | 'occurredAt'>;
type Sent = Pick<Tables['warning_messages'], 'channel' | 'address'> & { ownerId: string };

/**
 * Records what a provider reports, in the transaction that records its events, and plans the protocols anew whose warnings
 * it is about. A failure is final for its message, in whatever order the events arrive. Owners are locked in the order of
 * their ids, before anything of theirs.
 * @param day the length of a protocol day, in milliseconds
 */
export async function recordWarningEvents(tx: EntityManager, day: number, events: readonly Reported[]): Promise<void> {
  const ids = [...new Set(events.flatMap(({ warningMessageId: id }) => id ?? []))];
  if (ids.length === 0) return;
  const messages = await query(tx)
    .selectFrom('warning_messages')
    .select(['id', 'owner_id as ownerId', 'mail_id as mailId', 'channel', 'address'])
    .where('id', '=', anyOf(ids))
    .execute();
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const ownerId of [...new Set(messages.map((message) => message.ownerId))].sort()) {
    await lockProtocol(tx, ownerId, day);
    let isWarning = false;
    for (const event of events) {
      const message = byId.get(event.warningMessageId ?? '');
      if (message?.ownerId !== ownerId) continue;
      const changed = await recordEvent(tx, message, event);
      isWarning ||= changed && message.mailId !== null;
    }
    if (isWarning) await planAgain(tx, ownerId, day);
  }
}

/** @returns whether it says that the message was delivered, or was not */
async function recordEvent(
  tx: EntityManager,
  message: Sent & { id: string },
  { event, occurredAt }: Reported,
): Promise<boolean> {
  switch (event.kind) {
    case 'accepted':
      await setState(tx, message.id, 'accepted', ['waiting']);
      return false;
    case 'delivered':
      await setState(tx, message.id, 'delivered', ['waiting', 'accepted'], occurredAt);
      await noteChannelDelivery(tx, message);
      return true;
    case 'failed':
      await setState(tx, message.id, 'failed', ['waiting', 'accepted', 'delivered']);
      // Who calls it spam has got it.
      if (event.failure !== 'reported') await noteChannelFailure(tx, message);
      return true;
    default:
      return false;
  }
}

async function setState(
  tx: EntityManager,
  id: string,
  state: 'accepted' | 'delivered' | 'failed',
  from: readonly Tables['warning_messages']['state'][],
  at: Date | null = null,
): Promise<void> {
  await query(tx)
    .updateTable('warning_messages')
    // A provider's clock may run ahead.
    .set(({ fn, val }) => ({ state, delivered_at: at && fn<Date>('least', [CLOCK_NOW, val(at)]) }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .execute();
}

/** The channel did not take a message, unless its address was changed meanwhile. The owner's account is locked. */
export async function noteChannelFailure(tx: EntityManager, { ownerId, channel, address }: Sent): Promise<void> {
  if (channel === 'email') return;
  const failed = await query(tx)
    .updateTable('warning_channels')
    .set({ failed_at: NOW })
    .where('owner_id', '=', ownerId)
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('failed_at', 'is', null)
    .returning('channel')
    .executeTakeFirst();
  if (failed) record(tx, ownerId, 'account-channel-failed', { channel });
}

async function noteChannelDelivery(tx: EntityManager, { ownerId, channel, address }: Sent): Promise<void> {
  if (channel === 'email') return;
  const reached = await query(tx)
    .updateTable('warning_channels')
    .set({ last_delivered_at: NOW, failed_at: null })
    .where('owner_id', '=', ownerId)
    .where('channel', '=', channel)
    .where('address', '=', address)
    .returning('channel')
    .executeTakeFirst();
  if (reached) record(tx, ownerId, 'account-channel-reached', { channel });
}

/** Deletes rows of tests and codes of long ago; those of warnings stay with their mails. @returns whether there may be more */
export function deleteOldWarningMessages(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'warning_messages', (eb) =>
    eb.and([eb('mail_id', 'is', null), eb('created_at', '<', ago(KEPT_FOR))]),
  );
}
