/** The codes that confirm an owner's second address and phone. They are not stored: each is an HMAC of its message's id. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { WARNING_CODE_TRIES } from '#domain/accounts/limits.ts';
import type { WarningCode } from '#domain/emergency/warning-channels.schema.ts';
import { CODE_LIFE, CODE_TRIES } from '#domain/emergency/warning-channels.ts';
import { AppError } from '#domain/errors.ts';
import { warningRefusals } from '#messages/en/warning-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { isCode } from '#services/crypto/code.ts';
import { countTry } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { readWarningChannels, type WarningChannelsView } from './read-warning-channels.ts';
import { enqueueWarningMessage } from './warn-owner.ts';

/** Sends a code; those before it are no longer valid. The caller has locked the owner's account. */
export async function enqueueCode(
  tx: EntityManager,
  ownerId: string,
  { channel, address }: { channel: 'second_email' | 'sms'; address: string },
): Promise<void> {
  await query(tx)
    .updateTable('warning_messages')
    .set({ state: 'withdrawn' })
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'code')
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .execute();
  await enqueueWarningMessage(tx, { ownerId, kind: 'code', mailId: null, channel, address });
}

/**
 * Confirms an address or a phone by the newest code that was sent to it. A code works once.
 * @returns the channels after it
 * @throws AppError validation-failed at the code when it is wrong; conflict when the newest code has expired, was used, or
 *   was mistyped CODE_TRIES times; too-many-requests beyond WARNING_CODE_TRIES
 */
export async function confirmWarningChannel(
  context: Context,
  ownerId: string,
  { channel, code }: WarningCode,
): Promise<WarningChannelsView> {
  await countTry(context, [{ limit: WARNING_CODE_TRIES, of: [ownerId] }]);
  const sentBy = channel === 'second_email' ? 'second_email' : 'sms';
  // A wrong code is counted, so the refusal comes after the commit.
  const verdict = await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const sent = await countCodeTry(tx, ownerId, sentBy);
    if (!sent) return 'code-expired';
    if (!isCode(context.keyring, sent.id, code)) return 'code-wrong';
    await confirm(tx, ownerId, sent);
    record(tx, ownerId, 'account-channel-confirmed', { channel: sentBy });
    return null;
  });
  if (verdict === 'code-expired') throw AppError.atField('conflict', 'code', say(warningRefusals[verdict]));
  if (verdict) throw AppError.atField('validation-failed', 'code', say(warningRefusals[verdict]));
  recordSecurityEvent(context, 'protocol-changed', { account: ownerId });
  return readWarningChannels(context.em, ownerId);
}

/** @returns the newest code to the address that the owner has now, if it is still valid; this try is counted */
function countCodeTry(tx: EntityManager, ownerId: string, sentBy: 'second_email' | 'sms') {
  return query(tx)
    .updateTable('warning_messages')
    .set(({ eb }) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('warning_messages as m')
        .innerJoin('warning_channels as c', (join) =>
          join
            .onRef('c.owner_id', '=', 'm.owner_id')
            .onRef('c.channel', '=', 'm.channel')
            .onRef('c.address', '=', 'm.address'),
        )
        .select('m.id')
        .where('m.owner_id', '=', ownerId)
        .where('m.kind', '=', 'code')
        .where('m.channel', '=', sentBy)
        .where('m.state', '<>', 'withdrawn')
        .orderBy('m.created_at', 'desc')
        .orderBy('m.id', 'desc')
        .limit(1),
    )
    .where('created_at', '>', ago(CODE_LIFE))
    .where('code_tries', '<', CODE_TRIES)
    .returning(['id', 'address'])
    .executeTakeFirst();
}

async function confirm(tx: EntityManager, ownerId: string, sent: { id: string; address: string }): Promise<void> {
  await query(tx).updateTable('warning_messages').set({ code_tries: CODE_TRIES }).where('id', '=', sent.id).execute();
  await query(tx)
    .updateTable('warning_channels')
    .set(({ fn }) => ({ confirmed_at: fn.coalesce('confirmed_at', NOW), failed_at: null }))
    .where('owner_id', '=', ownerId)
    .where('address', '=', sent.address)
    .execute();
}
