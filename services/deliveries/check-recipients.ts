/** Whether what is due may go to its recipient now: they may want nothing more, or have had enough for a day. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, inMilliseconds } from '#db/instants.ts';
import { lockAddresses } from '#db/lock-addresses.ts';
import { query } from '#db/query.ts';
import { anyOf, anyText, COUNT, mailbox } from '#db/sql.ts';
import { mailboxOf } from '#domain/accounts/mailbox.ts';
import { needsPhone } from '#domain/delivery/delivery.ts';
import { channelOf } from '#domain/delivery/fallback.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { correspondentsOf } from '#services/limits/correspondents.ts';
import { isDueUntried } from './delivery-expressions.ts';
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
  const refused = sending.flatMap(({ delivery: { id, ownerId, refusedEmail } }) =>
    refusedEmail === null ? [] : [{ id, ownerId, address: refusedEmail }],
  );
  const known = await correspondentsOf(tx, keyring, [...pairs, ...refused]);
  // By a message that their first address let through after all.
  const stoppedAtFirst = new Set(
    refused.filter((_, index) => known[pairs.length + index]?.isStopped).map(({ id }) => id),
  );
  const checks = new Map<string, RecipientCheck>();
  const counted: LockedDelivery[] = [];
  sending.forEach(({ delivery, isFirstTry }, index) => {
    const correspondent = known[index];
    if (!correspondent || correspondent.isStopped || stoppedAtFirst.has(delivery.id)) {
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
function addressOf(
  delivery: Pick<LockedDelivery, 'channel' | 'fellBackAt' | 'recipientEmail' | 'recipientPhone'>,
): string {
  return needsPhone(channelOf(delivery)) ? (delivery.recipientPhone ?? '') : mailboxOf(delivery.recipientEmail);
}

/** What one address got in the last day from senders whom it does not know, and what such senders have waiting for it. */
interface Place {
  sent: { ownerId: string; at: number }[];
  /** How many letters of each sender wait, by the id of their account. */
  waiting: Map<string, number>;
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
  const places = new Map<string, Place>(addresses.map((address) => [address, { sent: [], waiting: new Map() }]));
  for (const { address, owner_id: ownerId, at } of await sentToday(tx, addresses))
    if (!isKnown(address, ownerId)) places.get(address)?.sent.push({ ownerId, at });
  for (const { address, ownerId, count } of await waitingFor(tx, addresses))
    if (!isKnown(address, ownerId)) add(places.get(address)?.waiting, ownerId, count);
  const strangers = deliveries.filter((delivery) => !isKnown(addressOf(delivery), delivery.ownerId));
  const heldSince = await firstHolds(tx, strangers);
  const waits = new Map<string, number>();
  for (const delivery of inTurns(strangers, places)) {
    const place = places.get(addressOf(delivery));
    const longest = (heldSince.get(delivery.id) ?? now) + HELD_AT_MOST;
    const until = place ? hasPlaceAt(delivery.ownerId, place, max) : null;
    if (until !== null && longest > now) waits.set(delivery.id, Math.min(until, longest));
    else {
      place?.sent.push({ ownerId: delivery.ownerId, at: now });
      add(place?.waiting, delivery.ownerId, -1);
    }
  }
  return waits;
}

/** After so long a letter goes out, whatever else went to its address: the cap delays a letter, it never loses one. */
const HELD_AT_MOST = 2 * DAY;

function add(waiting: Map<string, number> | undefined, ownerId: string, count: number): void {
  waiting?.set(ownerId, (waiting.get(ownerId) ?? 0) + count);
}

/**
 * One sender takes one place of a day while a letter of another sender waits: many letters of one must not delay the only
 * letter of someone else.
 * @returns when there is a place for a letter of this sender, milliseconds; null where there is one now
 */
function hasPlaceAt(ownerId: string, { sent, waiting }: Place, max: number): number | null {
  const oldest = sent.map(({ at }) => at).sort((a, b) => b - a)[max - 1];
  if (oldest !== undefined) return oldest + DAY;
  const own = sent.filter((one) => one.ownerId === ownerId).map(({ at }) => at);
  const doOthersWait = [...waiting].some(([other, count]) => other !== ownerId && count > 0);
  return doOthersWait && own.length > 0 ? Math.max(...own) + DAY : null;
}

/** @returns the same deliveries: of each sender the first, then of each the second */
function inTurns(deliveries: readonly LockedDelivery[], places: ReadonlyMap<string, Place>): LockedDelivery[] {
  const turns = new Map<string, number>();
  const turnOf = (delivery: LockedDelivery) => {
    const { ownerId } = delivery;
    const key = `${addressOf(delivery)} ${ownerId}`;
    const sent = places.get(addressOf(delivery))?.sent.filter((one) => one.ownerId === ownerId).length ?? 0;
    const turn = turns.get(key) ?? sent;
    turns.set(key, turn + 1);
    return turn;
  };
  return deliveries
    .map((delivery) => ({ delivery, turn: turnOf(delivery) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ delivery }) => delivery);
}

/** @returns since when the present message of each is held, milliseconds, by id; without those that are not */
async function firstHolds(tx: EntityManager, deliveries: readonly LockedDelivery[]): Promise<Map<string, number>> {
  const rows = await query(tx)
    .selectFrom('timeline as t')
    .innerJoin('deliveries as d', 'd.id', 't.delivery_id')
    .select('d.id')
    .select(({ fn }) => inMilliseconds(fn.min('t.at').$castTo<Date>()).as('at'))
    .where('d.id', '=', anyOf(deliveries.map(({ id }) => id)))
    .where('t.kind', '=', 'delivery-held')
    .where((eb) => eb(eb.ref('t.detail', '->>').key('revision'), '=', eb.cast<string>('d.revision', 'text')))
    .groupBy('d.id')
    .execute();
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Letters whose time has come and that were not tried yet, by address and sender. */
async function waitingFor(tx: EntityManager, addresses: readonly string[]) {
  const rows = await query(tx)
    .selectFrom('deliveries as d')
    .select(['d.owner_id', 'd.channel', 'd.fell_back_at', 'd.recipient_email', 'd.recipient_phone'])
    .select(COUNT.as('count'))
    .where(({ eb, or, ref }) =>
      or([
        eb(mailbox(ref('d.recipient_email')), '=', anyText(addresses)),
        eb('d.recipient_phone', '=', anyText(addresses)),
      ]),
    )
    .where(isDueUntried())
    .groupBy(['d.owner_id', 'd.channel', 'd.fell_back_at', 'd.recipient_email', 'd.recipient_phone'])
    .execute();
  return rows.map((row) => {
    const { channel, recipient_email: recipientEmail, recipient_phone: recipientPhone } = row;
    const fellBackAt = row.fell_back_at?.getTime() ?? null;
    const address = addressOf({ channel, fellBackAt, recipientEmail, recipientPhone });
    return { address, ownerId: row.owner_id, count: row.count };
  });
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
 * Whose messages were opened at these addresses: `address ownerId`. Only by the channel that a delivery was chosen to go by,
 * and at its first address: an account that sends to its own phone must not become known at the mailbox of someone else.
 */
async function openedFrom(tx: EntityManager, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await query(tx)
    .selectFrom('deliveries as d')
    .select(['d.owner_id', 'd.channel', 'd.recipient_email', 'd.recipient_phone'])
    .where('d.opened_at', 'is not', null)
    .where('d.fell_back_at', 'is', null)
    .where('d.refused_email', 'is', null)
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
