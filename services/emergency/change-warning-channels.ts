/** How owners choose, confirm and try the channels by which they are warned. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { WARNING_CODES, WARNING_CODES_TO } from '#domain/accounts/limits.ts';
import { mailboxOf } from '#domain/accounts/mailbox.ts';
import type { WarningChannelsChange } from '#domain/emergency/warning-channels.schema.ts';
import { PHONE_CHANNELS, WARNING_CHANNELS, type WarningChannel } from '#domain/emergency/warning-channels.ts';
import { AppError } from '#domain/errors.ts';
import { warningRefusals } from '#messages/en/warning-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { readPhone } from '#services/deliveries/phone.ts';
import { countTry } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import {
  type ChannelRow,
  phoneOf,
  readChannelRows,
  readWarningChannels,
  type WarningChannelsView,
} from './read-warning-channels.ts';
import { enqueueCode } from './warning-codes.ts';

/** What an owner wants: an address for each channel. */
interface Wanted {
  second_email: string | null;
  /** E.164. */
  phone: string | null;
  whatsapp: boolean;
  sms: boolean;
}

/** What a code is sent to. */
type ToConfirm = { channel: 'second_email' | 'sms'; address: string };

/**
 * Changes the channels by which an owner is warned. An address or a number that is new, or given again while it is not
 * confirmed, gets a code.
 * @param change what is left out stays as it is
 * @param country whose calling code is meant where the number has none; ISO 3166
 * @throws AppError address-unconfirmed; validation-failed at a field for the account's own address, for a number that
 *   cannot exist, and for a channel that is not set up or lacks its number; too-many-requests beyond WARNING_CODES
 */
export async function changeWarningChannels(
  context: Context,
  ownerId: string,
  change: WarningChannelsChange,
  country: string | null = null,
): Promise<WarningChannelsView> {
  await requireConfirmedAddress(context.em, ownerId);
  const given = { ...change, ...(typeof change.phone === 'string' && { phone: numberOf(change.phone, country) }) };
  const codes = codesFor(await readChannelRows(context.em, ownerId), given);
  for (const { address } of codes)
    await countTry(context, [
      { limit: WARNING_CODES, of: [ownerId] },
      { limit: WARNING_CODES_TO, of: [mailboxOf(address)] },
    ]);
  const view = await context.em.transactional(async (tx) => {
    const account = await lockAccount(tx, ownerId);
    if (!account) throw notFound('account');
    const before = await readChannelRows(tx, ownerId);
    const wanted = wantedAfter(before, given);
    refuseUnusable(context, wanted, account.email);
    await save(tx, ownerId, before, wanted);
    for (const code of codesFor(before, given)) await enqueueCode(tx, ownerId, code);
    record(tx, ownerId, 'account-channels-changed', { fields: Object.keys(given).sort() });
    return readWarningChannels(tx, ownerId);
  });
  recordSecurityEvent(context, 'protocol-changed', { account: ownerId });
  return view;
}

function numberOf(text: string, country: string | null): string {
  const phone = readPhone(text, country);
  if (phone) return phone.number;
  throw AppError.atField('validation-failed', 'phone', say(warningRefusals['no-such-number']));
}

/** A number that is given alone is used for text messages, and one that is removed for nothing. */
function wantedAfter(rows: readonly ChannelRow[], given: WarningChannelsChange): Wanted {
  const before = phoneOf(rows);
  const email = rows.find(({ channel }) => channel === 'second_email')?.address ?? null;
  const phone = given.phone === undefined ? before.phone : given.phone;
  const isNewAlone = before.phone === null && phone !== null && given.whatsapp === undefined;
  const isRemoved = given.phone === null;
  return {
    second_email: given.second_email === undefined ? email : given.second_email,
    phone,
    whatsapp: given.whatsapp ?? (before.whatsapp && !isRemoved),
    sms: given.sms ?? (isNewAlone || (before.sms && !isRemoved)),
  };
}

/** @returns what gets a code: given now, and not confirmed */
function codesFor(rows: readonly ChannelRow[], { second_email: email, phone }: WarningChannelsChange): ToConfirm[] {
  const isConfirmed = (channel: WarningChannel, address: string) =>
    rows.some((row) => row.channel === channel && row.address === address && row.confirmed_at !== null);
  return [
    ...(email && !isConfirmed('second_email', email) ? [{ channel: 'second_email' as const, address: email }] : []),
    ...(phone && !isConfirmed('sms', phone) ? [{ channel: 'sms' as const, address: phone }] : []),
  ];
}

function refuseUnusable({ warningPhones = PHONE_CHANNELS }: Context, wanted: Wanted, own: string): void {
  const refuse = (field: keyof Wanted, why: keyof typeof warningRefusals) => {
    throw AppError.atField('validation-failed', field, say(warningRefusals[why]));
  };
  if (wanted.second_email === own) refuse('second_email', 'own-address');
  if (wanted.phone === null && (wanted.whatsapp || wanted.sms)) refuse('phone', 'number-missing');
  // The code that confirms a number goes by SMS.
  if (wanted.phone !== null && !warningPhones.includes('sms')) refuse('phone', 'no-sms');
  if (wanted.whatsapp && !warningPhones.includes('whatsapp')) refuse('whatsapp', 'no-whatsapp');
}

async function save(tx: EntityManager, ownerId: string, before: readonly ChannelRow[], wanted: Wanted): Promise<void> {
  for (const channel of WARNING_CHANNELS) {
    const address = channel === 'second_email' ? wanted.second_email : wanted.phone;
    const isUsed = channel === 'second_email' || wanted[channel];
    const isSame = before.some((row) => row.channel === channel && row.address === address);
    if (!isSame)
      await query(tx)
        .deleteFrom('warning_channels')
        .where('owner_id', '=', ownerId)
        .where('channel', '=', channel)
        .execute();
    if (address === null) continue;
    await query(tx)
      .insertInto('warning_channels')
      .values({
        ...{ owner_id: ownerId, channel, address, is_used: isUsed },
        ...{ confirmed_at: null, last_delivered_at: null, failed_at: null },
      })
      .onConflict((conflict) => conflict.columns(['owner_id', 'channel']).doUpdateSet({ is_used: isUsed }))
      .execute();
  }
}
