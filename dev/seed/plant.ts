import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '#db/entities/accounts.ts';
import { Content } from '#db/entities/content.ts';
import { Delivery, DeliveryAttempt, DeliveryContent } from '#db/entities/delivery.ts';
import { Notice } from '#db/entities/record.ts';
import { excerptOf, LETTER_CONTENT_TYPE } from '#domain/content/content.ts';
import { resolveLocalTime } from '#domain/time/civil.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { hashPassword } from '#services/accounts/passwords.ts';
import { sealBody, sealHead } from '#services/contents/sealed-content.ts';
import type { Context } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { PASSWORD, type SeedAccount, type SeedLetter, type SeedState, ZONE } from './accounts.ts';
import { deliveryId } from './ids.ts';

/**
 * Makes one demo account with its letters and deliveries, all or nothing.
 * @returns false when its id or its email is taken: what somebody has since changed is theirs and stays
 */
export async function plantAccount({ em, keyring, now }: Context, account: SeedAccount): Promise<boolean> {
  if (await em.findOne(User, { $or: [{ id: account.id }, { email: account.email }] })) return false;
  const passwordHash = await hashPassword(PASSWORD);
  const { key, wrapped } = keyring.createPersonKey(account.id);
  const oldest = Math.max(...account.letters.map((letter) => letter.writtenDaysAgo));
  await em.transactional(async (tx) => {
    const { id, email, name } = account;
    await tx.insert(User, {
      id,
      email,
      name,
      passwordHash,
      timeZone: ZONE,
      wrappedKey: wrapped,
      createdAt: before(now, oldest + 1),
    });
    for (const letter of account.letters) await plantLetter(tx, { ownerId: id, key, now }, letter);
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
  const createdAt = before(owner.now, letter.writtenDaysAgo);
  await tx.insert(Content, {
    id: letter.id,
    owner: owner.ownerId,
    type: 'text',
    head,
    body,
    file: null,
    contentType: LETTER_CONTENT_TYPE,
    size: Buffer.byteLength(letter.text),
    isPublic: false,
    isEmergency: false,
    createdAt,
  });
  if (!letter.delivery) return;
  const { state } = letter.delivery;
  await plantDelivery(tx, owner, letter, state);
  await tx.insert(DeliveryContent, {
    id: deliveryId(letter.id, 'contents'),
    delivery: deliveryId(letter.id),
    content: letter.id,
    sealedAs: letter.id,
    position: 0,
    ...(state.kind === 'pending' ? {} : { frozenHead: head, frozenBody: body }),
  });
}

async function plantDelivery(
  tx: EntityManager,
  { ownerId, now }: Owner,
  letter: SeedLetter,
  state: SeedState,
): Promise<void> {
  const { instant, local } = timeOf(state, now);
  const id = deliveryId(letter.id);
  const scheduledAt = new Date(before(now, letter.writtenDaysAgo).getTime() + 6 * MINUTE);
  await tx.insert(Delivery, {
    id,
    owner: ownerId,
    channel: 'email',
    recipientEmail: letter.delivery?.to ?? '',
    recipientName: letter.delivery?.name ?? null,
    recipientPhone: null,
    scheduledTime: instant,
    localTime: local,
    timeZone: ZONE,
    origin: 'owner',
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
    await plantOutcome(tx, { ownerId, letterId: letter.id, kind: state.kind, instant, happening });
}

/** The columns that say how far a delivery has come. */
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
  letterId: string;
  kind: Exclude<SeedState['kind'], 'pending'>;
  instant: Date;
  happening: (kind: Happening['kind'], actor: Happening['actor'], detail?: Happening['detail']) => Happening;
}

async function plantOutcome(
  tx: EntityManager,
  { ownerId, letterId, kind, instant, happening }: Outcome,
): Promise<void> {
  const isBounced = kind === 'bounced';
  const delivery = deliveryId(letterId);
  await tx.insert(DeliveryAttempt, {
    id: deliveryId(letterId, 'attempt'),
    delivery,
    revision: 1,
    n: 1,
    state: isBounced ? 'rejected' : 'accepted',
    rejection: isBounced ? 'permanent' : null,
    providerMessageId: `seed-${letterId}`,
    startedAt: instant,
    settledAt: after(instant, isBounced ? MINUTE : SECOND),
  });
  await appendTimeline(tx, after(instant, SECOND), [happening('delivery-sent', 'stillhere')]);
  if (isBounced) {
    await appendTimeline(tx, after(instant, MINUTE), [happening('delivery-failed', 'provider', { code: 'bounced' })]);
    const told = after(instant, 2 * MINUTE);
    const id = deliveryId(letterId, 'notice');
    await tx.insert(Notice, {
      id,
      owner: ownerId,
      kind: 'delivery-failed',
      delivery,
      revision: 1,
      tries: 1,
      sentAt: told,
      createdAt: told,
    });
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

/** A year that has passed moves on: a seed sown in 2035 must not have letters that are due at once. */
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
