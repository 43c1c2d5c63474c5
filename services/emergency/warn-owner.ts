/** Queues warnings to owners, on each channel that they have confirmed. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { WARNING_TESTS } from '#domain/accounts/limits.ts';
import type { WarningKind } from '#domain/emergency/protocol.ts';
import type { WarningMessageKind } from '#domain/emergency/warning-channels.ts';
import { record } from '#services/append-record.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { countTry } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { enqueueToOwner } from '#services/mails/enqueue-emergency-mails.ts';
import { notFound } from '#services/not-found.ts';
import { confirmedChannels, readWarningChannels, type WarningChannelsView } from './read-warning-channels.ts';

/** A message to one of an owner's channels. */
export interface NewWarningMessage extends Pick<Tables['warning_messages'], 'channel' | 'address'> {
  ownerId: string;
  kind: WarningMessageKind;
  /** The mail to the account's address that it repeats; null for all but a warning. */
  mailId: string | null;
}

/**
 * Warns an owner on every channel: by a mail to the account's address, and by a message to each channel that they have
 * confirmed. A warning that still waits is withdrawn, on each channel. Reminders go by `enqueueToOwner` alone.
 * @param index counts the warnings of its kind in the episode, from 0
 */
export async function warnOnEveryChannel(
  tx: EntityManager,
  { ownerId, episode }: { ownerId: string; episode: number },
  kind: WarningKind | 'released',
  index: number,
): Promise<void> {
  await query(tx)
    .updateTable('warning_messages')
    .set({ state: 'withdrawn' })
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'warning')
    .where('state', '=', 'waiting')
    .execute();
  const mailId = await enqueueToOwner(tx, { ownerId, episode }, kind, index);
  for (const { channel, address } of await confirmedChannels(tx, ownerId))
    await enqueueWarningMessage(tx, { ownerId, kind: 'warning', mailId, channel, address });
}

/** Queues one message, in the transaction that causes it. */
export async function enqueueWarningMessage(
  tx: EntityManager,
  { ownerId, mailId, ...message }: NewWarningMessage,
): Promise<void> {
  const id = newId();
  await query(tx)
    .insertInto('warning_messages')
    .values({
      ...{ ...message, id, owner_id: ownerId, mail_id: mailId },
      ...{ state: 'waiting', delivered_at: null, created_at: NOW },
    })
    .execute();
  await enqueue(tx, 'warning-message', id);
}

/**
 * "Send me a test warning": to the account's address and to each confirmed channel, so that the owner learns what arrives.
 * @throws AppError address-unconfirmed; too-many-requests beyond WARNING_TESTS
 */
export async function testWarningChannels(context: Context, ownerId: string): Promise<WarningChannelsView> {
  await requireConfirmedAddress(context.em, ownerId);
  await countTry(context, [{ limit: WARNING_TESTS, of: [ownerId] }]);
  return context.em.transactional(async (tx) => {
    const account = await lockAccount(tx, ownerId);
    if (!account) throw notFound('account');
    const channels = [{ channel: 'email' as const, address: account.email }, ...(await confirmedChannels(tx, ownerId))];
    for (const one of channels) await enqueueWarningMessage(tx, { ownerId, kind: 'test', mailId: null, ...one });
    record(tx, ownerId, 'protocol-channels-tested', { channels: channels.map(({ channel }) => channel) });
    return readWarningChannels(tx, ownerId);
  });
}
