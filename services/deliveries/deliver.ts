import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel, FailureCode } from '#domain/delivery/delivery.ts';
import { channelOf } from '#domain/delivery/fallback.ts';
import type { ClaimDecision, ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import type { EmailSender, SmsSender, WhatsAppSender } from '#services/ports/senders.ts';
import {
  type CallResult,
  type Claimed,
  type ClaimResult,
  claimDeliveries,
  type DeliveryRequest,
  dueAt,
  type RecordedAnswers,
  recordAnswers,
} from './claim-and-record.ts';
import { composeInvitation, composeSms, composeWhatsApp } from './compose-invitation.ts';
import type { LockedDelivery } from './locked.ts';
import { waitsFor } from './waits-for.ts';

const RECORD_AGAIN = SECOND / 2;

/** What sending needs, made once per process. */
export interface DeliveryDeps {
  /** Makes a fork for one transaction. */
  fork(): EntityManager;
  keyring: Keyring;
  email: EmailSender;
  /** Null where it is not set up: its deliveries wait, and fall back to email after two days. */
  whatsapp: WhatsAppSender | null;
  /** As `whatsapp`. */
  sms: SmsSender | null;
  policy: DeliveryPolicy;
  /** Whether the database's clock is in doubt: then nothing is due. Left out, it never is. */
  isClockHeld?(em: EntityManager): Promise<boolean>;
  appOrigin: string;
  /** Counts what operators must know: see worker/metrics.ts. */
  observe(event: DeliveryObservation): void;
}

/** What happened to one delivery in one call. */
export type DeliveryObservation =
  | { kind: 'answer'; channel: Channel; answer: ProviderAnswer['kind'] }
  | DeliveryStep
  | { kind: 'sent'; latenessSeconds: number }
  | { kind: 'further-copy' }
  | { kind: 'gave-up' }
  | ({ kind: 'lost-attempt' } & LostAttempt);

/** An attempt that the database had lost, for the log and for counts: ids only. */
export interface LostAttempt {
  deliveryId: string;
  attemptId: string;
  isFurtherCopy: boolean;
}

/** What was done about one delivery and what it is after that, for the log: ids and codes only. */
export interface DeliveryStep {
  kind: 'step';
  deliveryId: string;
  revision: number;
  /** Null where no provider was called. */
  attemptId: string | null;
  channel: Channel;
  /** What the provider answered, or what was decided without calling it. */
  because: ProviderAnswer['kind'] | Decision['kind'];
  /** The provider blames our set-up: operators have to look. */
  isOurs?: boolean;
  result: DeliverResult;
}
type Decision = Extract<ClaimDecision, { kind: 'mark-unknown' | 'fall-back' | 'give-up' | 'stopped' | 'settle-sent' }>;

/** What a workflow gets back. Instants are ISO 8601. */
export type DeliverResult =
  | { kind: 'sent' }
  | { kind: 'failed'; failure: FailureCode }
  /** `waitsFor` is for operators who look at the engine. */
  | { kind: 'later'; at: string; waitsFor: string }
  | { kind: 'resync'; revision: number; sendAt: string }
  | { kind: 'closed' };

/**
 * Everything that reaches a recipient goes through here: claim, call, record. Workflows call it with one delivery, the
 * overdue sender with many; calling it twice, or from both at once, sends once.
 * @returns the outcome of each requested delivery that exists
 */
export async function deliver(deps: DeliveryDeps, request: DeliveryRequest): Promise<Map<string, DeliverResult>> {
  if (await deps.isClockHeld?.(deps.fork())) return waiting(request);
  const { claimed, results } = await claimDeliveries({ em: deps.fork(), keyring: deps.keyring }, request, deps.policy);
  const outcomes = new Map(results.map((result) => [result.delivery.id, resultOfClaim(deps, result)]));
  if (claimed.length === 0) return outcomes;

  // While one transaction records, further answers gather: the next one takes them all.
  for await (const batch of inBatches(claimed.map((one) => call(deps, one)))) {
    const { deliveries, recovered } = await recordPatiently(deps, batch);
    for (const { deliveryId, attempt, isFurtherCopy } of recovered)
      deps.observe({ kind: 'lost-attempt', deliveryId, attemptId: attempt.id, isFurtherCopy });
    const recorded = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
    for (const called of batch) {
      const delivery = recorded.get(called.deliveryId);
      if (delivery) outcomes.set(delivery.id, resultOfCall(deps, called, delivery));
    }
  }
  return outcomes;
}

/** By our own clock: the database's would let a workflow sleep for as long as it jumped. */
function waiting(request: DeliveryRequest): Map<string, DeliverResult> {
  const at = new Date(Date.now() + MINUTE).toISOString();
  const waitsFor = 'the clock of the database, which is in doubt';
  return new Map(request.kind === 'one' ? [[request.id, { kind: 'later', at, waitsFor }]] : []);
}

/** An answer, and what was sent. */
interface Called extends CallResult {
  claimedAs: NonNullable<CallResult['claimedAs']>;
  dueAt: number;
}

async function call(deps: DeliveryDeps, claimed: Claimed): Promise<Called> {
  const { delivery, dueAt, attemptId } = claimed;
  const [channel, answer] = [channelOf(delivery), await send(deps, claimed)];
  deps.observe({ kind: 'answer', channel, answer: answer.kind });
  const claimedAs = { revision: delivery.revision, channel };
  return { deliveryId: delivery.id, attemptId, claimedAs, dueAt, answer };
}

async function send(deps: DeliveryDeps, claimed: Claimed): Promise<ProviderAnswer> {
  let callProvider: () => Promise<ProviderAnswer>;
  try {
    callProvider = PREPARE[channelOf(claimed.delivery)](deps, claimed);
  } catch (error) {
    // A key is missing from the ring: ours to mend, and no reason to fail a letter.
    return { kind: 'configuration', reason: `the message could not be written: ${(error as Error).message}` };
  }
  return callProvider();
}

/**
 * Writes the message of each channel.
 * @returns the call that sends it. Not the call's answer: an error thrown in here means that nothing has left, while a call
 *   that died may have sent the message.
 * @throws where the message cannot be written
 */
const PREPARE: Record<Channel, (deps: DeliveryDeps, claimed: Claimed) => () => Promise<ProviderAnswer>> = {
  email({ keyring, appOrigin, email }, claimed) {
    const message = composeInvitation(keyring, appOrigin, claimed, new Date());
    return () => email.send(message);
  },
  whatsapp({ keyring, whatsapp }, claimed) {
    if (!whatsapp) return async () => ({ kind: 'configuration', reason: 'WhatsApp is not set up' });
    const message = composeWhatsApp(keyring, claimed);
    return () => whatsapp.send(message);
  },
  sms({ keyring, appOrigin, sms }, claimed) {
    if (!sms) return async () => ({ kind: 'configuration', reason: 'SMS is not set up' });
    const message = composeSms(keyring, appOrigin, claimed);
    return () => sms.send(message);
  },
};

/**
 * Records answers also through a restart of the database: they are known only here, and losing one would cost the
 * recipient a second copy. Repeating is harmless, a recorded outcome does not change.
 */
async function recordPatiently(deps: DeliveryDeps, batch: readonly CallResult[]): Promise<RecordedAnswers> {
  const giveUpAt = Date.now() + deps.policy.unknownWait;
  for (;;) {
    try {
      return await recordAnswers(deps.fork(), batch, deps.policy);
    } catch (error) {
      if (Date.now() + RECORD_AGAIN > giveUpAt) throw error;
      await sleep(RECORD_AGAIN);
    }
  }
}

function resultOfClaim(deps: DeliveryDeps, { delivery, claim }: ClaimResult): DeliverResult {
  switch (claim.kind) {
    case 'send':
      if (claim.isFurtherCopy) deps.observe({ kind: 'further-copy' });
      return later(delivery, delivery.nextAttemptAt ?? 0);
    case 'later':
      return later(delivery, claim.at);
    case 'resync':
      return resync(delivery);
    case 'closed':
      return { kind: 'closed' };
    default: {
      const result = resultOfDecision(deps, delivery, claim);
      const [deliveryId, channel] = [delivery.id, channelOf(delivery)];
      const { revision } = delivery;
      deps.observe({ kind: 'step', deliveryId, revision, attemptId: null, channel, because: claim.kind, result });
      return result;
    }
  }
}

/** What was decided without calling a provider. */
function resultOfDecision(deps: DeliveryDeps, delivery: LockedDelivery, claim: Decision): DeliverResult {
  switch (claim.kind) {
    case 'mark-unknown':
      return later(delivery, claim.at);
    case 'fall-back':
      return resync(delivery);
    case 'give-up':
      deps.observe({ kind: 'gave-up' });
      return observed(deps, delivery, dueAt(delivery));
    case 'stopped':
    case 'settle-sent':
      return observed(deps, delivery, dueAt(delivery));
  }
}

function observed(deps: DeliveryDeps, delivery: LockedDelivery, since: number): DeliverResult {
  if (delivery.status === 'sent') {
    deps.observe({ kind: 'sent', latenessSeconds: Math.max(0, ((delivery.sentAt ?? 0) - since) / 1_000) });
    return { kind: 'sent' };
  }
  if (delivery.status === 'failed' && delivery.failureCode) {
    return { kind: 'failed', failure: delivery.failureCode };
  }
  return later(delivery, delivery.nextAttemptAt ?? 0);
}

function resultOfCall(deps: DeliveryDeps, called: Called, delivery: LockedDelivery): DeliverResult {
  const { deliveryId, attemptId, answer } = called;
  const { revision, channel } = called.claimedAs;
  // A delivery that fell back has another revision than the one that was claimed.
  const result = delivery.revision === revision ? observed(deps, delivery, called.dueAt) : resync(delivery);
  const isOurs = answer.kind === 'permanent' && answer.isOurs === true;
  deps.observe({ kind: 'step', deliveryId, revision, attemptId, channel, because: answer.kind, isOurs, result });
  return result;
}

function later(delivery: LockedDelivery, at: number): DeliverResult {
  const words = at === delivery.duressUntil ? 'the end of a duress hold' : waitsFor(delivery);
  return { kind: 'later', at: new Date(at).toISOString(), waitsFor: words };
}

function resync({ revision, nextAttemptAt, scheduledAt }: LockedDelivery): DeliverResult {
  return { kind: 'resync', revision, sendAt: new Date(nextAttemptAt ?? scheduledAt).toISOString() };
}

/** Yields what has settled so far, until all of the promises have. @param promises none of which rejects */
async function* inBatches<T>(promises: readonly Promise<T>[]): AsyncGenerator<T[]> {
  let ready: T[] = [];
  let wake = () => {};
  for (const promise of promises) {
    void promise.then((value) => {
      ready.push(value);
      wake();
    });
  }
  for (let left = promises.length; left > 0; ) {
    if (ready.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const batch = ready;
    ready = [];
    left -= batch.length;
    yield batch;
  }
}
