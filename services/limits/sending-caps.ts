/** How much an account may schedule: new recipients in a day, and deliveries that wait. The caller has locked the account. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyOf, COUNT } from '#db/sql.ts';
import { capsOf, type SendingCaps } from '#domain/delivery/caps.ts';
import { AppError } from '#domain/errors.ts';
import { DAY, HOUR, SECOND } from '#domain/time/durations.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { correspondentsOf, readPairs } from './correspondents.ts';

type Capped = Pick<Context, 'em' | 'keyring' | 'caps'>;

/**
 * Admits the addresses that a delivery goes to, and records that this account writes to them. Deleting the delivery does
 * not take that back.
 * @param context with the transaction
 * @throws AppError too-many-requests beyond the day's new addresses, with `retry_after` in seconds
 */
export async function admitRecipients(
  { em: tx, keyring, caps }: Capped,
  ownerId: string,
  addresses: readonly (string | null)[],
): Promise<void> {
  const named = addresses.filter((address) => address !== null);
  const pairs = named.map((address) => ({ ownerId, address }));
  const fresh = (await readPairs(tx, keyring, pairs)).filter(({ scheduledAt }) => scheduledAt === null);
  if (fresh.length === 0) return;
  const { newRecipients } = caps ? await capsFor(tx, caps, ownerId) : NO_CAPS;
  if (newRecipients > 0) await requireNewLeft(tx, ownerId, fresh.length, newRecipients);
  const rows = await correspondentsOf(tx, keyring, fresh);
  await query(tx)
    .updateTable('correspondents')
    .set({ scheduled_at: CLOCK_NOW })
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute();
}

/**
 * @param more how many are about to wait, too
 * @throws AppError validation-failed when more deliveries would wait than the plan allows
 */
export async function requireRoomToWait({ em: tx, caps }: Capped, ownerId: string, more: number): Promise<void> {
  const { pending: max } = caps ? await capsFor(tx, caps, ownerId) : NO_CAPS;
  if (max === 0) return;
  const { count } = await query(tx)
    .selectFrom('deliveries')
    .select(COUNT.as('count'))
    .where('owner_id', '=', ownerId)
    .where('origin', '=', 'owner')
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count + more > max) throw new AppError('validation-failed', say(deliveryRefusals['too-many-waiting'], { max }));
}

const NO_CAPS: SendingCaps = { newRecipients: 0, pending: 0 };

async function capsFor(tx: EntityManager, caps: SendingCaps, ownerId: string): Promise<SendingCaps> {
  const row = await query(tx)
    .selectFrom('subscriptions')
    .select('plan')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return capsOf(caps, row?.plan ?? 'free');
}

async function requireNewLeft(tx: EntityManager, ownerId: string, fresh: number, max: number): Promise<void> {
  if (fresh > max) throw tooManyNew(max, DAY);
  const newest = await query(tx)
    .selectFrom('correspondents')
    .select('scheduled_at')
    .select(CLOCK_NOW.as('now'))
    .where('owner_id', '=', ownerId)
    .where('scheduled_at', '>', ago(DAY))
    .orderBy('scheduled_at', 'desc')
    .limit(max)
    .$narrowType<{ scheduled_at: Date }>()
    .execute();
  // Once this one is a day old, there is room for all of them.
  const last = newest[max - fresh];
  if (!last) return;
  const wait = Math.max(SECOND, last.scheduled_at.getTime() + DAY - last.now.getTime());
  throw tooManyNew(max, wait);
}

/** @param wait milliseconds */
function tooManyNew(max: number, wait: number): AppError {
  const message = say(deliveryRefusals['too-many-new'], { max, hours: Math.ceil(wait / HOUR) });
  return new AppError('too-many-requests', message, [], { retry_after: Math.ceil(wait / SECOND) });
}
