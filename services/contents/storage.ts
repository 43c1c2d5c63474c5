/**
 * How much of a plan's storage is used, and the reservations of uploads in progress. Everything that adds bytes locks the
 * owner first, so twenty uploads at the limit are counted one after the other.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { NOW } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { CONTENT_TYPES, type ContentType, inMegabytes, MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { PLANS, plansHolding } from '#domain/subscription/plan.ts';
import { SECOND } from '#domain/time/durations.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { sayPlans } from '#messages/lists.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { lockAccount } from '#services/lock-account.ts';
import { entitlementsOf } from '#services/subscription/entitlements.ts';

/** Of one account: lists, archives and releases name all of them. */
export const CONTENTS_MAX = 100_000;
/** Reserved at a time when the length of an upload is unknown. */
const STEP_BYTES = 8 * MEGABYTE;
/** How often an upload renews its reservation; the janitor waits for many of these. */
const TOUCH_EACH = 10 * SECOND;

/** What a person's vault holds, and may hold. */
export interface StorageUse {
  /** Name of the plan. */
  plan: string;
  publicSharing: boolean;
  /** Bytes that the plan allows. */
  limit: number;
  /** Bytes stored, and reserved by uploads in progress. */
  used: number;
  /** In the order of CONTENT_TYPES; zeros for a type without items. */
  byType: { type: ContentType; items: number; bytes: number }[];
}

/** Bytes allowed and used, including what uploads in progress have reserved. */
export interface Space {
  limit: number;
  used: number;
}

/** @returns how full a vault is: from running totals, so it costs the same for any number of items */
export async function storageUse({ em }: Context, ownerId: string): Promise<StorageUse> {
  const [row] = await useRow(em, { ownerId });
  const { name: plan, publicSharing, storage: limit } = PLANS[row?.plan ?? 'free'];
  const byType = CONTENT_TYPES.map((type) => {
    const known = row?.stored.find((one) => one.type === type);
    return { type, items: Number(known?.items ?? 0), bytes: Number(known?.bytes ?? 0) };
  });
  const used = byType.reduce((sum, { bytes }) => sum + bytes, Number(row?.reserved ?? 0));
  return { plan, publicSharing, limit, used, byType };
}

const useRow = prepared((db, { ownerId }: { ownerId: string }) => {
  const stored = db.selectFrom('storage_use').select(['type', 'items', 'bytes']).where('owner_id', '=', ownerId);
  return db.selectNoFrom([
    db.selectFrom('subscriptions').select('plan').where('owner_id', '=', ownerId).as('plan'),
    jsonArrayFrom(stored).as('stored'),
    reservedBytes(db, ownerId).as('reserved'),
  ]);
});

/** Locks the owner, and counts. */
export async function lockSpace(tx: EntityManager, ownerId: string): Promise<Space> {
  await lockAccount(tx, ownerId);
  return countSpace(tx, ownerId);
}

async function countSpace(em: EntityManager, ownerId: string): Promise<Space> {
  const { storage: limit } = await entitlementsOf(em, ownerId);
  const stored = query(em)
    .selectFrom('storage_use')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('bytes'))
    .where('owner_id', '=', ownerId);
  const bytes = await query(em)
    .selectNoFrom([stored.as('stored'), reservedBytes(query(em), ownerId).as('reserved')])
    .executeTakeFirstOrThrow();
  return { limit, used: Number(bytes.stored ?? 0) + Number(bytes.reserved ?? 0) };
}

/**
 * Call it with the owner locked, before a content is added. Uploads in progress count as contents.
 * @throws AppError quota-exceeded at CONTENTS_MAX
 */
export async function requireRoomForOne(tx: EntityManager, ownerId: string): Promise<void> {
  const saved = query(tx)
    .selectFrom('storage_use')
    .select(({ fn }) => fn.sum<string | null>('items').as('items'))
    .where('owner_id', '=', ownerId);
  const coming = query(tx)
    .selectFrom('files')
    .select(COUNT.as('items'))
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'ready');
  const items = await query(tx)
    .selectNoFrom([saved.as('saved'), coming.as('coming')])
    .executeTakeFirstOrThrow();
  if (Number(items.saved ?? 0) + Number(items.coming ?? 0) < CONTENTS_MAX) return;
  throw new AppError('quota-exceeded', say(contentRefusals['too-many-contents'], { max: CONTENTS_MAX }));
}

/** What uploads in progress have reserved; null without any. */
function reservedBytes(db: Kysely<Tables>, ownerId: string) {
  return db
    .selectFrom('files')
    .select(({ fn }) => fn.sum<string | null>('reserved').as('bytes'))
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'ready');
}

/**
 * @param space as it was locked
 * @param needed in bytes
 * @param givesWay bytes of earlier versions of the letter itself, which are deleted where there is no other room
 * @throws AppError quota-exceeded when a letter does not fit
 */
export async function requireSpaceForText(
  tx: EntityManager,
  ownerId: string,
  space: Space,
  needed: number,
  givesWay = 0,
): Promise<void> {
  if (needed > leftOf({ ...space, used: space.used - givesWay }))
    throw await quotaExceeded(tx, ownerId, space, { needed, field: 'content', givesWay });
}

/**
 * Refuses an upload that cannot fit before any of it is read. Takes no lock.
 * @param atLeast its length at least, in bytes
 * @throws AppError quota-exceeded
 */
export async function refuseTooLarge(em: EntityManager, ownerId: string, atLeast: number): Promise<void> {
  const space = await countSpace(em, ownerId);
  if (atLeast > leftOf(space)) throw await quotaExceeded(em, ownerId, space, { needed: atLeast });
}

/** The length of an upload, as far as it is known beforehand; in bytes. */
export type Length = { atLeast: number; atMost: number } | null;

interface Upload {
  id: string;
  ownerId: string;
  /** Under which the object will be stored. */
  storageKey: string;
  length: Length;
  /** Bytes of what it replaces, which are deleted when it is saved; 0 for what is new. */
  givesWay: number;
}

/**
 * The part of the quota that an upload in progress has reserved, before its first byte. Its row also names the object that
 * may be stored: when the process dies, the janitor finds both.
 */
export class Reservation {
  readonly #em: EntityManager;
  readonly #upload: Upload;
  #granted: number;
  #touchedAt = performance.now();

  private constructor(em: EntityManager, upload: Upload, granted: number) {
    this.#em = em;
    this.#upload = upload;
    this.#granted = granted;
  }

  /** @throws AppError quota-exceeded when it cannot fit */
  static async make(em: EntityManager, upload: Upload): Promise<Reservation> {
    const { id, ownerId, storageKey, length, givesWay } = upload;
    const granted = await em.transactional(async (tx) => {
      const space = await lockSpace(tx, ownerId);
      if (givesWay === 0) await requireRoomForOne(tx, ownerId);
      const left = leftOf({ ...space, used: space.used - givesWay });
      const needed = length?.atLeast ?? 1;
      if (needed > left) throw await quotaExceeded(tx, ownerId, space, { needed, givesWay });
      const reserved = Math.min(left, length?.atMost ?? STEP_BYTES);
      await query(tx)
        .insertInto('files')
        .values({
          id,
          owner_id: ownerId,
          storage_key: storageKey,
          state: 'reserved',
          reserved,
          created_at: NOW,
          touched_at: NOW,
        })
        .execute();
      return reserved;
    });
    return new Reservation(em, upload, granted);
  }

  /**
   * Reserves more where needed, and renews the reservation every TOUCH_EACH.
   * @param bytes that have arrived so far
   * @throws AppError quota-exceeded when more arrives than there is room for
   */
  async cover(bytes: number): Promise<void> {
    if (bytes <= this.#granted && performance.now() - this.#touchedAt < TOUCH_EACH) return;
    this.#touchedAt = performance.now();
    const { id, ownerId, givesWay } = this.#upload;
    this.#granted = await this.#em.transactional(async (tx) => {
      const space = await lockSpace(tx, ownerId);
      const left = leftOf({ ...space, used: space.used - givesWay });
      const missing = bytes - this.#granted;
      if (missing > left) throw await quotaExceeded(tx, ownerId, space, { needed: missing, givesWay });
      const more = missing > 0 ? Math.min(left, Math.max(missing, STEP_BYTES)) : 0;
      const row = await query(tx)
        .updateTable('files')
        .set((eb) => ({ reserved: eb('reserved', '+', more), state: 'uploading', touched_at: NOW }))
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('state', '<>', 'ready')
        .returning('reserved')
        .executeTakeFirst();
      if (!row) throw new Error('The janitor removed the reservation of this upload: it had stalled for too long.');
      return Number(row.reserved);
    });
  }

  /** Frees the room, and has the object deleted if there is one. */
  async release(): Promise<void> {
    const { id, ownerId, storageKey } = this.#upload;
    await this.#em.transactional(async (tx) => {
      const row = await query(tx)
        .selectFrom('files')
        .select('state')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      // The commit succeeded, and only its answer was lost.
      if (row?.state === 'ready') return;
      await query(tx).deleteFrom('files').where('id', '=', id).where('owner_id', '=', ownerId).execute();
      // Also when the janitor deleted the row first: the object may have been stored after that.
      await enqueue(tx, 'delete-object', storageKey, { anew: true });
    });
  }
}

function leftOf({ limit, used }: Space): number {
  return Math.max(0, limit - used);
}

interface TooLarge {
  /** In bytes, as far as known. */
  needed: number;
  /** Which one is too large. */
  field?: 'file' | 'content';
  /** Bytes of what is replaced. */
  givesWay?: number;
}

/** @returns the refusal: why, what earlier versions take, and which plans would have room */
async function quotaExceeded(
  em: EntityManager,
  ownerId: string,
  space: Space,
  { needed, field = 'file', givesWay = 0 }: TooLarge,
): Promise<AppError> {
  const { limit, used } = space;
  const plans = plansHolding(used - givesWay + needed);
  const versions = (await allVersionBytes(em, ownerId)) - givesWay;
  const message = [
    whyFull(space, needed),
    ...(versions > 0 ? [say(contentRefusals['versions-take-room'], { size: inMegabytes(versions) })] : []),
    ...(plans.length > 0 ? [say(contentRefusals['room-on-plans'], { plans: sayPlans(plans) })] : []),
  ].join(' ');
  return new AppError('quota-exceeded', message, [{ field, message }], { limit, used, needed }, plans);
}

/** @returns how many bytes of storage the earlier versions of all letters of an owner take */
async function allVersionBytes(em: EntityManager, ownerId: string): Promise<number> {
  const row = await query(em)
    .selectFrom('content_versions')
    .select(({ fn }) => fn.sum<string | null>('size').as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** After a larger plan ended there may be more than the new one holds: all of it remains, and nothing can be added. */
function whyFull(space: Space, needed: number): string {
  const { limit, used } = space;
  if (used > limit)
    return say(contentRefusals['vault-over-full'], { limit: inMegabytes(limit), used: inMegabytes(used) });
  return say(contentRefusals['vault-full'], {
    limit: inMegabytes(limit),
    left: inMegabytes(leftOf(space)),
    needed: inMegabytes(needed),
  });
}
