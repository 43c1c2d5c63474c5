/** Whether what is due may go to its recipient now: they may want nothing more, or have had enough for a day. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, inMilliseconds } from '#db/instants.ts';
import { lockAddresses } from '#db/lock-addresses.ts';
import { query } from '#db/query.ts';
import { anyText, mailbox } from '#db/sql.ts';
import { mailboxOf } from '#domain/accounts/mailbox.ts';
import { needsPhone } from '#domain/delivery/delivery.ts';
import { channelOf } from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { correspondentsOf } from '#services/limits/correspondents.ts';
import type { LockedDelivery } from './locked.ts';

/** What is about to be sent, and whether it is the first try of its revision. */
export interface AboutToSend {
  delivery: LockedDelivery;
  isFirstTry: boolean;
}

export type RecipientCheck =
  /** The link of the message names this. */
  | { kind: 'send'; correspondentId: string }
  | { kind: 'stopped' }
  /** When this address may get another message, milliseconds. */
  | { kind: 'later'; at: number };

/**
 * Checks the recipients of locked deliveries.
 * @param now the database's clock, milliseconds
 * @returns the check of each delivery, by its id
 */
export async function checkRecipients(
  tx: EntityManager,
  keyring: Keyring,
  sending: readonly AboutToSend[],
  { messagesPerAddress = 0 }: DeliveryPolicy,
  now: number,
): Promise<Map<string, RecipientCheck>> {
  const pairs = sending.map(({ delivery }) => ({ ownerId: delivery.ownerId, address: delivery.recipientEmail }));
  const known = await correspondentsOf(tx, keyring, pairs);
  const checks = new Map<string, RecipientCheck>();
  const counted: LockedDelivery[] = [];
  sending.forEach(({ delivery, isFirstTry }, index) => {
    const correspondent = known[index];
    if (!correspondent || correspondent.isStopped) {
      checks.set(delivery.id, { kind: 'stopped' });
      return;
    }
    checks.set(delivery.id, { kind: 'send', correspondentId: correspondent.id });
    // A release is never held back: docs/decisions/0090.
    if (isFirstTry && delivery.origin === 'owner') counted.push(delivery);
  });
  if (messagesPerAddress > 0 && counted.length > 0)
    for (const [id, at] of await waitsOf(tx, counted, messagesPerAddress, now)) checks.set(id, { kind: 'later', at });
  return checks;
}

/** Where its next message goes: a mailbox, or a number. */
function addressOf(delivery: LockedDelivery): string {
  return needsPhone(channelOf(delivery)) ? (delivery.recipientPhone ?? '') : mailboxOf(delivery.recipientEmail);
}

/** @returns until when those over the limit wait, by id */
async function waitsOf(
  tx: EntityManager,
  deliveries: readonly LockedDelivery[],
  max: number,
  now: number,
): Promise<Map<string, number>> {
  const addresses = [...new Set(deliveries.map(addressOf))];
  await lockAddresses(tx, addresses);
  const opened = await openedFrom(tx, addresses);
  const isKnown = (address: string, ownerId: string) => opened.has(`${address} ${ownerId}`);
  const sentAt = new Map<string, number[]>(addresses.map((address) => [address, []]));
  for (const { address, owner_id, at } of await sentToday(tx, addresses))
    if (!isKnown(address, owner_id)) sentAt.get(address)?.push(at);
  const waits = new Map<string, number>();
  for (const delivery of deliveries) {
    const address = addressOf(delivery);
    if (isKnown(address, delivery.ownerId)) continue;
    const times = (sentAt.get(address) ?? []).sort((a, b) => b - a);
    const oldest = times[max - 1];
    if (oldest === undefined) sentAt.get(address)?.push(now);
    else waits.set(delivery.id, oldest + DAY);
  }
  return waits;
}

/** Messages of a day to these addresses, and whose they were. One that was refused did not arrive. */
async function sentToday(tx: EntityManager, addresses: readonly string[]) {
  const messages = (kind: 'email' | 'phone') =>
    query(tx)
      .selectFrom('deliveries as d')
      .innerJoin('delivery_attempts as a', 'a.delivery_id', 'd.id')
      .select(['d.owner_id', 'd.recipient_email', 'd.recipient_phone'])
      .select(({ fn }) => inMilliseconds(fn.min('a.started_at').$castTo<Date>()).as('at'))
      .where(({ eb, ref }) =>
        eb(kind === 'email' ? mailbox(ref('d.recipient_email')) : ref('d.recipient_phone'), '=', anyText(addresses)),
      )
      .where('d.origin', '=', 'owner')
      .where('a.channel', kind === 'email' ? '=' : '<>', 'email')
      .where('a.state', '<>', 'rejected')
      .where('a.started_at', '>', ago(DAY))
      .groupBy(['d.id', 'a.revision'])
      .execute();
  const [byEmail, byPhone] = [await messages('email'), await messages('phone')];
  return [
    ...byEmail.map(({ owner_id, recipient_email, at }) => ({ owner_id, at, address: mailboxOf(recipient_email) })),
    ...byPhone.map(({ owner_id, recipient_phone, at }) => ({ owner_id, at, address: recipient_phone ?? '' })),
  ];
}

/**
 * Whose messages were opened at these addresses: `address ownerId`. Only by the channel that a delivery was chosen to go
 * by: an account that sends to its own phone must not become known at the mailbox of somebody else.
 */
async function openedFrom(tx: EntityManager, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await query(tx)
    .selectFrom('deliveries as d')
    .select(['d.owner_id', 'd.channel', 'd.recipient_email', 'd.recipient_phone'])
    .where('d.opened_at', 'is not', null)
    .where('d.fell_back_at', 'is', null)
    .where(({ eb, or, and, ref }) =>
      or([
        and([eb('d.channel', '=', 'email'), eb(mailbox(ref('d.recipient_email')), '=', anyText(addresses))]),
        and([eb('d.channel', '<>', 'email'), eb('d.recipient_phone', '=', anyText(addresses))]),
      ]),
    )
    .execute();
  return new Set(
    rows.map(({ owner_id, channel, recipient_email, recipient_phone }) =>
      channel === 'email' ? `${mailboxOf(recipient_email)} ${owner_id}` : `${recipient_phone} ${owner_id}`,
    ),
  );
}
