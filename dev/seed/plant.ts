import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '#db/entities/accounts.ts';
import { Content, StoredFile } from '#db/entities/content.ts';
import { Delivery, DeliveryAttempt, DeliveryContent } from '#db/entities/delivery.ts';
import { Notice, type NoticeKind } from '#db/entities/record.ts';
import { Subscription } from '#db/entities/subscription.ts';
import { Thumbnail } from '#db/entities/vault.ts';
import { excerptOf, hasThumbnail, LETTER_CONTENT_TYPE } from '#domain/content/content.ts';
import { ASK_AHEAD } from '#domain/delivery/delivery.ts';
import { resolveLocalTime } from '#domain/time/civil.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { contentMac, sealBlanks, sealBody, sealHead } from '#services/contents/sealed-content.ts';
import type { VaultContext } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { HEADER_BYTES, seal } from '#services/crypto/seal.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { PASSWORD_HASH, ZONE } from './accounts.ts';
import { deliveryId, fileId } from './ids.ts';
import { plantProtocol } from './plant-protocol.ts';
import type { SeedAccount, SeedFile, SeedLetter, SeedState, SeedThing } from './shapes.ts';

/**
 * Creates one demo account with its contents and deliveries, all or nothing.
 * @returns false when its id or its email exists: a developer's changes to it stay
 */
export async function plantAccount(context: VaultContext, account: SeedAccount): Promise<boolean> {
  const { em, keyring, objects, now } = context;
  if (await em.findOne(User, { $or: [{ id: account.id }, { email: account.email }] })) return false;
  const { key, wrapped } = keyring.createPersonKey(account.id);
  const things = [...account.letters, ...(account.files ?? [])];
  const oldest = Math.max(...things.map(({ writtenDaysAgo }) => writtenDaysAgo));
  const stored = new Map<string, Stored>();
  for (const file of account.files ?? []) stored.set(file.id, await store(objects, key, file));
  await em.transactional(async (tx) => {
    const { id, email, name } = account;
    await tx.insert(User, {
      id,
      email,
      name,
      passwordHash: PASSWORD_HASH,
      emailConfirmedAt: before(now, oldest + 1),
      timeZone: ZONE,
      wrappedKey: wrapped,
      createdAt: before(now, oldest + 1),
    });
    if (account.plan !== 'free')
      await tx.insert(Subscription, {
        owner: id,
        plan: account.plan,
        status: 'active',
        isEnding: false,
        hasLapsed: false,
      });
    const owner = { ownerId: id, key, now };
    for (const letter of account.letters) await plantLetter(tx, owner, letter);
    for (const file of account.files ?? []) await plantFile(tx, owner, file, stored.get(file.id));
    if (account.contacts) await plantProtocol({ ...context, em: tx }, id, account.contacts);
  });
  return true;
}

interface Owner {
  ownerId: string;
  key: PersonKey;
  now: Date;
}

async function plantLetter(tx: EntityManager, owner: Owner, letter: SeedLetter): Promise<void> {
  const head = sealHead(owner.key, letter.id, { title: letter.title, excerpt: excerptOf(letter.text) });
  const body = sealBody(owner.key, letter.id, letter.text);
  await tx.insert(Content, {
    ...thingOf(owner, letter),
    type: 'text',
    head,
    body,
    file: null,
    contentType: LETTER_CONTENT_TYPE,
    size: Buffer.byteLength(letter.text),
  });
  await plantSending(tx, owner, letter, { head, body });
}

/** A file in the object store. */
interface Stored {
  storageKey: string;
  sealHeader: Buffer;
  size: number;
  contentMac: Buffer;
  sealedBlanks: Buffer;
}

async function store(objects: ObjectStore, key: PersonKey, file: SeedFile): Promise<Stored> {
  const bytes = await readFile(join(import.meta.dirname, 'files', file.file));
  const sealed = seal(key, { kind: 'file', id: fileId(file.id) }, bytes);
  // A new key for each seed, so that objects of an older database stay.
  const storageKey = randomBytes(24).toString('hex');
  await objects.put(storageKey, Readable.from([sealed]), AbortSignal.timeout(MINUTE));
  return {
    storageKey,
    sealHeader: sealed.subarray(0, HEADER_BYTES),
    size: bytes.length,
    contentMac: contentMac(key, fileId(file.id), createHash('sha256').update(bytes).digest()),
    sealedBlanks: sealBlanks(key, fileId(file.id), []),
  };
}

async function plantFile(tx: EntityManager, owner: Owner, file: SeedFile, stored: Stored | undefined): Promise<void> {
  if (!stored) throw new Error(`${file.file} was not stored.`);
  const { contentType, type } = file;
  const id = fileId(file.id);
  const createdAt = before(owner.now, file.writtenDaysAgo);
  await tx.insert(StoredFile, {
    ...{ id, owner: owner.ownerId, state: 'ready', reserved: 0, createdAt, touchedAt: createdAt },
    ...stored,
    contentType,
  });
  const head = sealHead(owner.key, file.id, { title: file.title, excerpt: '', original_filename: file.name });
  const columns = { type, head, body: null, file: id, contentType, size: stored.size };
  await tx.insert(Content, { ...thingOf(owner, file), ...columns });
  if (hasThumbnail(type, contentType)) {
    await tx.insert(Thumbnail, { file: id, state: 'pending' });
    await enqueue(tx, 'thumbnail', id);
  }
  await plantSending(tx, owner, file, { head });
}

function thingOf({ ownerId, now }: Owner, { id, isPublic = false, isEmergency = false, writtenDaysAgo }: SeedThing) {
  return { id, owner: ownerId, isPublic, isEmergency, createdAt: before(now, writtenDaysAgo) };
}

/** Adds the delivery of a content, with its frozen copy if it was sent. */
async function plantSending(
  tx: EntityManager,
  owner: Owner,
  thing: SeedThing,
  { head, body = null }: { head: Buffer; body?: Buffer | null },
): Promise<void> {
  if (!thing.delivery) return;
  const { state } = thing.delivery;
  await plantDelivery(tx, owner, thing, state);
  await tx.insert(DeliveryContent, {
    id: deliveryId(thing.id, 'contents'),
    delivery: deliveryId(thing.id),
    content: thing.id,
    sealedAs: thing.id,
    position: 0,
    ...(state.kind === 'pending' ? {} : { frozenHead: head, frozenBody: body }),
  });
}

async function plantDelivery(
  tx: EntityManager,
  { ownerId, now }: Owner,
  thing: SeedThing,
  state: SeedState,
): Promise<void> {
  const { instant, local } = timeOf(state, now);
  const id = deliveryId(thing.id);
  const scheduledAt = new Date(before(now, thing.writtenDaysAgo).getTime() + 6 * MINUTE);
  await tx.insert(Delivery, {
    id,
    owner: ownerId,
    channel: thing.delivery?.phone ? 'whatsapp' : 'email',
    recipientEmail: thing.delivery?.to ?? '',
    recipientName: thing.delivery?.name ?? null,
    recipientPhone: thing.delivery?.phone ?? null,
    scheduledTime: instant,
    localTime: local,
    timeZone: ZONE,
    origin: 'owner',
    groupId: thing.delivery?.isOfGroup ? id : null,
    revision: 1,
    isUnconfirmed: false,
    linkEpoch: 1,
    createdAt: scheduledAt,
    ...progressOf(state, instant),
  });
  const happening: Outcome['happening'] = (kind, actor, detail = {}) => ({
    ownerId,
    kind,
    actor,
    deliveryId: id,
    detail: { revision: 1, ...detail },
  });
  await appendTimeline(tx, scheduledAt, [happening('delivery-scheduled', 'owner')]);
  if (state.kind !== 'pending')
    await plantOutcome(tx, { ownerId, contentId: thing.id, kind: state.kind, instant, happening });
  else if (state.isAsked) await plantQuestion(tx, ownerId, thing.id, instant);
}

/** Adds an unanswered question whether the address is still right. */
async function plantQuestion(tx: EntityManager, ownerId: string, contentId: string, instant: Date): Promise<void> {
  const asked = after(instant, -ASK_AHEAD);
  await tx.nativeUpdate(Delivery, { id: deliveryId(contentId), owner: ownerId }, { addressAskedAt: asked });
  await plantNotice(tx, ownerId, contentId, 'address-check', asked);
}

/** Adds a mail to the owner. */
async function plantNotice(
  tx: EntityManager,
  owner: string,
  contentId: string,
  kind: NoticeKind,
  sentAt: Date,
): Promise<void> {
  const id = deliveryId(contentId, 'notice');
  const delivery = deliveryId(contentId);
  await tx.insert(Notice, { id, owner, kind, delivery, revision: 1, sentAt, createdAt: sentAt });
}

/** @returns the columns of a delivery's progress */
function progressOf(state: SeedState, instant: Date) {
  if (state.kind === 'pending') return { status: 'pending' as const, syncedRevision: 0, nextAttemptAt: instant };
  const sentAt = after(instant, SECOND);
  const finished = {
    syncedRevision: 1,
    nextAttemptAt: null,
    sentAt,
    finishedAt: sentAt,
    engineCheckedAt: after(instant, DAY),
  };
  if (state.kind === 'bounced') return { ...finished, status: 'failed' as const, failureCode: 'bounced' as const };
  const deliveredAt = after(instant, 4 * SECOND);
  const openedAt = state.kind === 'opened' ? after(instant, 38 * MINUTE) : null;
  return { ...finished, status: 'sent' as const, deliveredAt, openedAt };
}

interface Outcome {
  ownerId: string;
  contentId: string;
  kind: Exclude<SeedState['kind'], 'pending'>;
  instant: Date;
  happening: (kind: Happening['kind'], actor: Happening['actor'], detail?: Happening['detail']) => Happening;
}

async function plantOutcome(
  tx: EntityManager,
  { ownerId, contentId, kind, instant, happening }: Outcome,
): Promise<void> {
  const isBounced = kind === 'bounced';
  const delivery = deliveryId(contentId);
  await tx.insert(DeliveryAttempt, {
    channel: 'email',
    id: deliveryId(contentId, 'attempt'),
    delivery,
    revision: 1,
    n: 1,
    state: isBounced ? 'rejected' : 'accepted',
    rejection: isBounced ? 'permanent' : null,
    providerMessageId: `seed-${contentId}`,
    startedAt: instant,
    settledAt: after(instant, isBounced ? MINUTE : SECOND),
  });
  await appendTimeline(tx, after(instant, SECOND), [happening('delivery-sent', 'stillhere')]);
  if (isBounced) {
    await appendTimeline(tx, after(instant, MINUTE), [happening('delivery-failed', 'provider', { code: 'bounced' })]);
    await plantNotice(tx, ownerId, contentId, 'delivery-failed', after(instant, 2 * MINUTE));
    return;
  }
  await appendTimeline(tx, after(instant, 4 * SECOND), [happening('delivery-delivered', 'provider')]);
  if (kind === 'opened')
    await appendTimeline(tx, after(instant, 38 * MINUTE), [happening('delivery-opened', 'recipient')]);
}

function timeOf(state: SeedState, now: Date): { instant: Date; local: string } {
  const local = state.kind === 'pending' ? localTimeOf(state.at, now) : `${dayOf(before(now, state.daysAgo))}T09:00`;
  const resolved = resolveLocalTime(local, ZONE);
  if (!resolved) throw new Error(`The seed has a date that does not exist: ${local}`);
  return resolved;
}

/** A year that has passed becomes the next one: a seed in 2035 must not have letters that are due at once. */
function localTimeOf(at: Extract<SeedState, { kind: 'pending' }>['at'], now: Date): string {
  if ('inDays' in at) return `${dayOf(before(now, -at.inDays))}T${at.time}`;
  const year = Math.max(at.year, now.getUTCFullYear() + 1);
  return `${year}-${at.day}T${at.time}`;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY);
}

function after(instant: Date, duration: number): Date {
  return new Date(instant.getTime() + duration);
}
