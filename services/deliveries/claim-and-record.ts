/** The two transactions of the delivery protocol, around the call of a provider: claim before it, record after it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { type ContentType, countOf, type TypeCounts } from '#domain/content/content.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import {
  type Attempt,
  type ClaimDecision,
  decideClaim,
  decideOutcome,
  type ProviderAnswer,
} from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { type AboutToSend, checkRecipients } from './check-recipients.ts';
import { DeliveryChanges } from './delivery-changes.ts';
import { typesOfSeveral } from './delivery-expressions.ts';
import { freezeContents } from './freeze-contents.ts';
import { type LockedDelivery, lockDeliveries, lockOverdue } from './locked.ts';
import { deliveriesOfAttempts, type Recovered, recoverAttempt } from './lost-attempts.ts';

/** A delivery that this caller, and no other, may send now. */
export interface Claimed {
  delivery: LockedDelivery;
  /** Since when this revision of it may go, milliseconds. */
  dueAt: number;
  attemptId: string;
  /** Named by the link with which its recipient stops messages. */
  correspondentId: string;
  /** What the message is written from, as it was frozen with the claim. */
  frozen: FrozenLetter;
}

/** What a claim froze of what it carries. */
interface FrozenLetter {
  /** Of the first thing in it that still exists. */
  type: ContentType;
  sealedAs: string;
  /** Null when everything in it was deleted. */
  head: Buffer | null;
  writtenAt: Date;
  ownerName: string;
  /** For replies: only an address that its owner confirmed. */
  ownerEmail: string | null;
  wrappedKey: Buffer;
  release: Release | null;
  /** Of a delivery that its owner scheduled, with more than one item left: their kinds. */
  several: TypeCounts | null;
  isAsked: boolean;
}

/** What the release of an emergency protocol brings, and since when its owner has been silent. */
interface Release {
  types: TypeCounts;
  silentSince: Date;
}

/** Which deliveries to send. */
export type DeliveryRequest =
  /** One, at the revision that a workflow knows. */
  | { kind: 'one'; id: string; revision: number }
  /** Whatever is overdue and locked by nobody else; of all channels where none is given. */
  | { kind: 'overdue'; overdueBy: number; limit: number; channel?: Channel };

/** What was decided about one requested delivery. */
export interface ClaimResult {
  delivery: LockedDelivery;
  claim: ClaimDecision;
}

/**
 * Transaction 1 of the protocol: decides about each delivery under its lock, and records the claim before anything
 * irreversible happens. What is claimed here either gets an outcome or is found as started by the next caller.
 */
export async function claimDeliveries(
  { em, keyring }: { em: EntityManager; keyring: Keyring },
  request: DeliveryRequest,
  policy: DeliveryPolicy,
): Promise<{ claimed: Claimed[]; results: ClaimResult[] }> {
  return em.transactional(async (tx) => {
    const { now, deliveries } =
      request.kind === 'one' ? await lockDeliveries(tx, [request.id]) : await lockOverdue(tx, request);
    const changes = new DeliveryChanges();
    const started: Omit<Claimed, 'frozen'>[] = [];
    const toFreeze: string[] = [];
    const decided = deliveries.map((delivery) => {
      const revision = request.kind === 'one' ? request.revision : delivery.revision;
      return { delivery, claim: decideClaim(delivery, revision, now, policy) };
    });
    const checks = await checkRecipients(tx, keyring, aboutToSend(decided), policy, now);
    const results = decided.map(({ delivery, claim: decision }) => {
      const check = checks.get(delivery.id);
      const claim = check && check.kind !== 'send' ? check : decision;
      if (check?.kind === 'later') changes.held(delivery, check.at);
      if (claim.kind !== 'send') applyWithoutCalling(changes, delivery, claim, now);
      else if (check?.kind === 'send') {
        const since = dueAt(delivery);
        const attemptId = changes.start(delivery, claim.n, now + policy.claimLease, claim.isFurtherCopy);
        started.push({ delivery, dueAt: since, attemptId, correspondentId: check.correspondentId });
        if (!claim.isFurtherCopy && !mayHaveArrived(delivery)) toFreeze.push(delivery.id);
      }
      return { delivery, claim };
    });
    await changes.write(tx, now);
    await freezeContents(tx, toFreeze);
    // Read before the commit: if this fails, nothing is claimed and nothing looks as if it might have been sent.
    const ids = started.map(({ delivery }) => delivery.id);
    const frozen = await readFrozen(tx, ids);
    const claimed = started.map((one) => ({ ...one, frozen: frozen.get(one.delivery.id) })).filter(isComplete);
    return { claimed, results };
  });
}

function aboutToSend(decided: readonly ClaimResult[]): AboutToSend[] {
  return decided.flatMap(({ delivery, claim }) =>
    claim.kind === 'send' ? [{ delivery, isFirstTry: claim.n === 1 }] : [],
  );
}

function isComplete(claimed: Omit<Claimed, 'frozen'> & { frozen: FrozenLetter | undefined }): claimed is Claimed {
  return claimed.frozen !== undefined;
}

/** @returns since when the present revision may go, milliseconds: what is sent again years later is not years late */
export function dueAt({ attempts, nextAttemptAt, scheduledAt }: LockedDelivery): number {
  return attempts[0]?.startedAt ?? nextAttemptAt ?? scheduledAt;
}

/** A further message shows what the first one showed. */
function mayHaveArrived({ sentAt, fellBackAt, refusedEmail }: LockedDelivery): boolean {
  return sentAt !== null || fellBackAt !== null || refusedEmail !== null;
}

/** Does what was decided without calling a provider. */
function applyWithoutCalling(
  changes: DeliveryChanges,
  delivery: LockedDelivery,
  claim: Exclude<ClaimDecision, { kind: 'send' }>,
  now: number,
): void {
  switch (claim.kind) {
    case 'mark-unknown':
      changes.attempt({
        id: claim.attemptId,
        state: 'unknown',
        rejection: null,
        reason: 'the worker died after its claim',
        messageId: null,
      });
      for (const attempt of delivery.attempts) if (attempt.id === claim.attemptId) attempt.state = 'unknown';
      changes.waitUntil(delivery, claim.at);
      break;
    case 'stopped':
      changes.failed(delivery, 'stopped', 'recipient');
      break;
    case 'settle-sent':
      changes.sent(delivery, now);
      break;
    case 'give-up':
      if (claim.as === 'failed') changes.failed(delivery, 'unconfirmed', 'stillhere');
      else changes.sent(delivery, now, { isUnconfirmed: true });
      break;
    case 'fall-back':
      changes.fellBack(delivery, claim.because, now);
      break;
    case 'later':
    case 'resync':
    case 'closed':
      break;
    default:
      claim satisfies never;
  }
}

async function readFrozen(em: EntityManager, deliveryIds: readonly string[]): Promise<Map<string, FrozenLetter>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await frozenRows(em, deliveryIds).execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        type: row.type ?? 'text',
        sealedAs: row.sealed_as,
        head: row.frozen_head,
        writtenAt: row.written_at ?? row.created_at,
        ownerName: row.name,
        ownerEmail: row.email_confirmed_at && row.email,
        wrappedKey: row.wrapped_key,
        release: row.types && row.silent_since ? { types: row.types, silentSince: row.silent_since } : null,
        several: row.types && !row.silent_since && countOf(row.types) > 1 ? row.types : null,
        isAsked: row.answer_hash !== null,
      },
    ]),
  );
}

/** Asks once for each delivery, and not once for each of the many things that a release brings. */
function frozenRows(em: EntityManager, deliveryIds: readonly string[]) {
  return query(em)
    .selectFrom('deliveries as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('delivery_contents as dc')
          .leftJoin('contents as c', 'c.id', 'dc.content_id')
          .select(['c.type', 'c.created_at as written_at', 'dc.sealed_as', 'dc.frozen_head'])
          .whereRef('dc.delivery_id', '=', 'd.id')
          .orderBy((first) => first('c.id', 'is', null))
          .orderBy('dc.position')
          .limit(1)
          .as('f'),
      (join) => join.onTrue(),
    )
    .select(['d.id', 'd.created_at', 'd.answer_hash', 'f.type', 'f.written_at', 'f.sealed_as', 'f.frozen_head'])
    .select(['u.name', 'u.email', 'u.email_confirmed_at', 'u.wrapped_key'])
    .select((eb) => [
      typesOfSeveral().as('types'),
      eb
        .selectFrom('emergency_protocols as p')
        .select('p.last_check_in')
        .whereRef('p.owner_id', '=', 'u.id')
        .where('d.origin', '=', 'release')
        .as('silent_since'),
    ])
    .where('d.id', '=', anyOf(deliveryIds));
}

/** One provider call and what came of it. */
export interface CallResult {
  deliveryId: string;
  attemptId: string;
  /** What it is recorded anew with if the database has lost it since; without that it is not. */
  claimedAs?: { revision: number; channel: Channel };
  answer: ProviderAnswer;
}

/** What came of recording answers. */
export interface RecordedAnswers {
  /** As they are afterwards. */
  deliveries: LockedDelivery[];
  /** Attempts that the database had lost since they were claimed. */
  recovered: Recovered[];
}

/**
 * Transaction 2 of the protocol: records what came of the calls, each only where its attempt is still open, because the
 * provider's own event may have been faster and knows better. An attempt that the database has lost since is recorded anew.
 */
export async function recordAnswers(
  em: EntityManager,
  results: readonly CallResult[],
  policy: DeliveryPolicy,
): Promise<RecordedAnswers> {
  const byDelivery = new Map(results.map((one) => [one.deliveryId, one]));
  return em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [...byDelivery.keys()]);
    const changes = new DeliveryChanges();
    const onRecord = await deliveriesOfAttempts(
      tx,
      results.map(({ attemptId }) => attemptId),
    );
    const recovered: Recovered[] = [];
    for (const delivery of deliveries) {
      const one = byDelivery.get(delivery.id);
      if (!one) continue;
      if (one.claimedAs && !onRecord.has(one.attemptId)) {
        const named = { ...one.claimedAs, attemptId: one.attemptId, at: now };
        const lost = await recoverAttempt(tx, changes, delivery, named, now);
        if (lost) recovered.push(lost);
      }
      const attempt = delivery.attempts.find(({ id }) => id === one.attemptId);
      if (attempt) applyAnswer(changes, delivery, attempt, one.answer, now, policy);
    }
    await changes.write(tx, now);
    return { deliveries, recovered };
  });
}

function applyAnswer(
  changes: DeliveryChanges,
  delivery: LockedDelivery,
  attempt: Attempt,
  answer: ProviderAnswer,
  now: number,
  policy: DeliveryPolicy,
): void {
  const messageId = answer.kind === 'accepted' ? answer.messageId : null;
  const reason = answer.kind === 'accepted' ? null : answer.reason;
  if (attempt.state !== 'started' && attempt.state !== 'unknown') {
    changes.attempt({ id: attempt.id, state: attempt.state, rejection: attempt.rejection, reason, messageId });
    return;
  }
  const outcome = decideOutcome(delivery, attempt, answer, now, policy);
  changes.attempt({ id: attempt.id, ...outcome.attempt, reason, messageId });
  // The caller reads there what the delivery waits for now: see `waitsFor`.
  Object.assign(attempt, outcome.attempt);
  if (outcome.delivery && delivery.status === 'pending') changes.apply(delivery, outcome.delivery, now);
}
