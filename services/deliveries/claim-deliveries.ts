import type { EntityManager } from '@mikro-orm/postgresql';
import type { ContentType } from '#domain/content/content.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import { type Claim, decideClaim } from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { DeliveryChanges } from './delivery-changes.ts';
import { idArray, type LockedDelivery, lockDeliveries, lockOverdue } from './locked.ts';

/** A delivery that this caller, and nobody else, may hand to the provider now. */
export interface Claimed {
  delivery: LockedDelivery;
  /** Since when this revision of it may go, milliseconds. */
  dueAt: number;
  attemptId: string;
  /** What the message is written from, as it was frozen with the claim. */
  frozen: FrozenLetter;
}

/** What a claim froze of what it carries. */
interface FrozenLetter {
  /** Of the first thing in it that is still there. */
  type: ContentType;
  sealedAs: string;
  head: Buffer;
  writtenAt: Date;
  ownerName: string;
  /** Where an answer reaches them: only an address that was proven to be theirs. */
  ownerEmail: string | null;
  wrappedKey: Buffer;
  release: Release | null;
}

/** What the release of an emergency protocol brings, and since when nobody has heard from whoever it is from. */
interface Release {
  /** Of each thing, in order. */
  types: ContentType[];
  silentSince: Date;
}

/** Which deliveries somebody wants sent. */
export type Asked =
  /** One, at the revision that a workflow was told. */
  | { kind: 'one'; id: string; revision: number }
  /** Whatever is overdue and in nobody's hands; of both ways where none is said. */
  | { kind: 'overdue'; overdueBy: number; limit: number; channel?: Channel };

/** What came of asking for one delivery. */
export interface ClaimResult {
  delivery: LockedDelivery;
  claim: Claim;
}

/**
 * Transaction 1 of the protocol: decides about each delivery under its lock, and records the claim before anything
 * irreversible happens. What is claimed here either gets an outcome or is found as started by the next one who asks.
 */
export async function claimDeliveries(
  em: EntityManager,
  asked: Asked,
  policy: DeliveryPolicy,
): Promise<{ claimed: Claimed[]; results: ClaimResult[] }> {
  return em.transactional(async (tx) => {
    const { now, deliveries } =
      asked.kind === 'one' ? await lockDeliveries(tx, [asked.id]) : await lockOverdue(tx, asked);
    const changes = new DeliveryChanges();
    const started: Omit<Claimed, 'frozen'>[] = [];
    const toFreeze: string[] = [];
    const results = deliveries.map((delivery) => {
      const claim = decideClaim(delivery, asked.kind === 'one' ? asked.revision : delivery.revision, now, policy);
      if (claim.kind === 'send') {
        started.push({
          delivery,
          dueAt: dueAt(delivery),
          attemptId: changes.start(delivery, claim.n, now + policy.claimLease, claim.isFurtherCopy),
        });
        if (!claim.isFurtherCopy && !mayHaveArrived(delivery)) toFreeze.push(delivery.id);
      } else {
        applyWithoutCalling(changes, delivery, claim, now);
      }
      return { delivery, claim };
    });
    await changes.write(tx, now);
    await freezeContents(tx, toFreeze);
    // Read before the commit: if this fails, nothing is claimed and nothing looks as if it might have been sent.
    const frozen = await readFrozen(
      tx,
      started.map(({ delivery }) => delivery.id),
    );
    const claimed = started.map((one) => ({ ...one, frozen: frozen.get(one.delivery.id) })).filter(isComplete);
    return { claimed, results };
  });
}

function isComplete(claimed: Omit<Claimed, 'frozen'> & { frozen: FrozenLetter | undefined }): claimed is Claimed {
  return claimed.frozen !== undefined;
}

/** @returns since when the present revision may go, milliseconds: what is sent again years later is not years late */
export function dueAt({ attempts, nextAttemptAt, scheduledAt }: LockedDelivery): number {
  return attempts[0]?.startedAt ?? nextAttemptAt ?? scheduledAt;
}

/** Another message shows what the first one showed. */
function mayHaveArrived({ sentAt, fellBackAt }: LockedDelivery): boolean {
  return sentAt !== null || fellBackAt !== null;
}

function applyWithoutCalling(changes: DeliveryChanges, delivery: LockedDelivery, claim: Claim, now: number): void {
  if (claim.kind === 'mark-unknown') {
    changes.attempt({
      id: claim.attemptId,
      state: 'unknown',
      rejection: null,
      reason: 'the worker died after its claim',
      messageId: null,
    });
    for (const attempt of delivery.attempts) if (attempt.id === claim.attemptId) attempt.state = 'unknown';
    changes.waitUntil(delivery, claim.at);
  }
  if (claim.kind === 'settle-sent') changes.sent(delivery, now);
  if (claim.kind === 'give-up' && claim.as === 'sent') changes.sent(delivery, now, { isUnconfirmed: true });
  if (claim.kind === 'fall-back') changes.fellBack(delivery, claim.because, now);
  if (claim.kind === 'give-up' && claim.as === 'failed') changes.failed(delivery, 'unconfirmed', 'stillhere');
}

/** What is sent is kept as it is now; a later edit of the original does not reach what was delivered. Files never change. */
async function freezeContents(em: EntityManager, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await em.execute(
    `update delivery_contents dc set frozen_head = c.head, frozen_body = c.body
     from contents c where c.id = dc.content_id and dc.delivery_id = any(?::uuid[])`,
    [idArray(deliveryIds)],
  );
}

interface FrozenRow {
  delivery_id: string;
  type: ContentType;
  sealed_as: string;
  frozen_head: Buffer;
  written_at: string;
  owner_name: string;
  owner_email: string | null;
  wrapped_key: Buffer;
  types: ContentType[] | null;
  silent_since: string | null;
}

async function readFrozen(em: EntityManager, deliveryIds: readonly string[]): Promise<Map<string, FrozenLetter>> {
  if (deliveryIds.length === 0) return new Map();
  // What is asked of each delivery is asked once for it, and not for each of the many things that a release brings.
  const rows = await em.execute<FrozenRow[]>(
    `select d.id as delivery_id, coalesce(f.type, 'text') as type, f.sealed_as, f.frozen_head, coalesce(f.created_at, d.created_at) as written_at,
       u.name as owner_name, case when u.email_confirmed_at is not null then u.email end as owner_email, u.wrapped_key,
       case when d.origin = 'release' then (select array_agg(o.type order by oc.position)
         from delivery_contents oc join contents o on o.id = oc.content_id where oc.delivery_id = d.id) end as types,
       case when d.origin = 'release' then (select last_check_in from emergency_protocols p where p.owner_id = u.id) end as silent_since
     from deliveries d join users u on u.id = d.owner_id join lateral (
       select c.type, c.created_at, dc.sealed_as, dc.frozen_head
       from delivery_contents dc left join contents c on c.id = dc.content_id
       where dc.delivery_id = d.id order by c.id is null, dc.position limit 1) as f on true
     where d.id = any(?::uuid[])`,
    [idArray(deliveryIds)],
  );
  return new Map(
    rows.map((row) => [
      row.delivery_id,
      {
        type: row.type,
        sealedAs: row.sealed_as,
        head: row.frozen_head,
        writtenAt: new Date(row.written_at),
        ownerName: row.owner_name,
        ownerEmail: row.owner_email,
        wrappedKey: row.wrapped_key,
        release: row.types && row.silent_since ? { types: row.types, silentSince: new Date(row.silent_since) } : null,
      },
    ]),
  );
}
