/** Sends messages to owners' programs. At least once: a receiver tells a copy by its id. Nothing else waits for them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { scaled } from '#domain/delivery/retry.ts';
import { SECOND } from '#domain/time/durations.ts';
import { type WebhookAnswer, type WebhookEnd, webhookStep } from '#domain/webhooks/webhooks.ts';
import { record } from '#services/append-record.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type ClaimedJob, finishing, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import type { WebhookSender } from '#services/ports/webhooks.ts';
import { signWebhook } from '#services/webhooks/sign.ts';
import { openWebhookText } from './webhooks.ts';

/** A call takes ten seconds at most; the rest is for a worker that is slow. */
const LEASE = 30 * SECOND;
/** After which a call is tried again that had no place. */
const NO_PLACE_WAIT = 2 * SECOND;

/** What calling owners' programs needs. */
export interface WebhookDeps extends Pick<DeliveryDeps, 'fork' | 'keyring'> {
  webhooks: WebhookSender;
  policy: Pick<DeliveryDeps['policy'], 'minute'>;
}

/** A kind of job with lanes of its own, so that no slow program delays a delivery or a warning. */
export function webhookJob(deps: WebhookDeps): JobHandler {
  const slots = new CallSlots();
  return { batch: 20, lanes: 2, lease: LEASE, run: (job) => sendMessage(deps, slots, job) };
}

async function sendMessage(deps: WebhookDeps, slots: CallSlots, job: ClaimedJob): Promise<JobOutcome> {
  const message = await readMessage(deps, job.subject);
  if (!message) return 'done';
  // A message of an event of before it was switched off.
  if (message.isOff && message.kind !== 'test') return giveUp(deps, job, message, null);
  const release = slots.take([new URL(message.url).host, message.ownerId]);
  if (!release) return { againIn: NO_PLACE_WAIT, isCounted: false };
  try {
    const answer = await deps.webhooks.post(signedCall(message));
    const step = webhookStep(message.kind, answer, job.tries);
    if (step.kind === 'delivered') return await arrived(deps, job, message, answer);
    await noteTry(deps.fork(), job, answer);
    if (step.kind === 'again') return { againIn: scaled(step.wait, deps.policy.minute) };
    return await giveUp(deps, job, message, step.isGone ? 'gone' : 'failing');
  } finally {
    release();
  }
}

type Message = NonNullable<Awaited<ReturnType<typeof readMessage>>>;

async function readMessage({ fork, keyring }: WebhookDeps, id: string) {
  const row = await query(fork())
    .selectFrom('webhook_messages as m')
    .innerJoin('webhooks as w', 'w.id', 'm.webhook_id')
    .innerJoin('webhook_secrets as s', 's.webhook_id', 'w.id')
    .innerJoin('users as u', 'u.id', 'w.owner_id')
    .select(['m.id', 'm.kind', 'm.data', 'm.created_at', 'w.id as webhookId', 'w.off_at', 'w.url', 's.secret'])
    .select(['u.id as ownerId', 'u.email', 'u.wrapped_key'])
    .where('m.id', '=', id)
    .where('m.arrived_at', 'is', null)
    .where('m.given_up_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { webhookId, ownerId, email, kind, data, created_at: createdAt } = row;
  const key = keyring.openPersonKey(row.wrapped_key, ownerId);
  return {
    ...{ id: row.id, webhookId, ownerId, email, kind, data, createdAt, isOff: row.off_at !== null },
    url: openWebhookText(key, 'webhook-url', webhookId, row.url),
    secret: openWebhookText(key, 'webhook-secret', webhookId, row.secret),
  };
}

/** The body is the same in every try; the signature has the time of this one. */
function signedCall({ id, kind, data, createdAt, url, secret }: Message) {
  const body = JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data });
  const signed = signWebhook(secret, { id, at: new Date(), body });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Stillhere-Webhooks/1', ...signed };
  return { url, headers, body };
}

function resultOf(answer: WebhookAnswer) {
  return answer.kind === 'answered'
    ? { last_status: answer.status, last_failure: null }
    : { last_status: null, last_failure: answer.failure };
}

async function noteTry(em: EntityManager, { subject, tries }: ClaimedJob, answer: WebhookAnswer): Promise<void> {
  await query(em)
    .updateTable('webhook_messages')
    .set({ tries, last_tried_at: NOW, ...resultOf(answer) })
    .where('id', '=', subject)
    .execute();
}

/** Does something about a message together with the end of its job; nothing where it was deleted meanwhile. */
async function settle(
  { fork }: WebhookDeps,
  job: ClaimedJob,
  change: (tx: EntityManager) => Promise<void>,
): Promise<'recorded'> {
  await fork().transactional(async (tx) => {
    const finished = await finishing(tx, job).selectFrom('finished').select('subject').executeTakeFirst();
    if (finished) await change(tx);
  });
  return 'recorded';
}

/** What arrives shows that a program works again: a webhook that was off is on. */
function arrived(deps: WebhookDeps, job: ClaimedJob, message: Message, answer: WebhookAnswer): Promise<'recorded'> {
  const { webhookId, ownerId, isOff } = message;
  return settle(deps, job, async (tx) => {
    await query(tx)
      .updateTable('webhook_messages')
      .set({ tries: job.tries, last_tried_at: NOW, arrived_at: NOW, ...resultOf(answer) })
      .where('id', '=', job.subject)
      .execute();
    await query(tx)
      .updateTable('webhooks')
      .set({ last_delivered_at: NOW, off_at: null, off_because: null })
      .where('id', '=', webhookId)
      .execute();
    if (isOff) record(tx, ownerId, 'account-webhook-switched-on', { webhook_id: webhookId });
  });
}

/**
 * Gives a message up. If its program is gone, or nothing else has arrived there since the message was made, the webhook is
 * switched off and its owner is mailed. A test says only what it found.
 * @param because null where it is off already
 */
function giveUp(
  deps: WebhookDeps,
  job: ClaimedJob,
  { id, kind, webhookId, ownerId, email, createdAt }: Message,
  because: WebhookEnd | null,
): Promise<'recorded'> {
  return settle(deps, job, async (tx) => {
    await query(tx).updateTable('webhook_messages').set({ given_up_at: NOW }).where('id', '=', id).execute();
    if (because === null || kind === 'test') return;
    const off = await query(tx)
      .updateTable('webhooks')
      .set({ off_at: NOW, off_because: because })
      .where('id', '=', webhookId)
      .where('off_at', 'is', null)
      .$if(because === 'failing', (still) =>
        still.where(({ eb, or }) => or([eb('last_delivered_at', 'is', null), eb('last_delivered_at', '<', createdAt)])),
      )
      .returning('id')
      .executeTakeFirst();
    if (!off) return;
    record(tx, ownerId, 'account-webhook-switched-off', { webhook_id: webhookId, because });
    await enqueueAccountMail(tx, { userId: ownerId, kind: 'webhook-off', email });
  });
}

/** So many calls of one process are under way at once for one host, and for one account. */
const SLOTS = 4;

/** Who is being called: a slow receiver may take a few places of a worker, and not the others' too. */
export class CallSlots {
  readonly #taken = new Map<string, number>();

  /**
   * @param names the host, and the account
   * @returns a function that gives the places back; null where one of the names has no place left
   */
  take(names: readonly string[]): (() => void) | null {
    if (names.some((name) => (this.#taken.get(name) ?? 0) >= SLOTS)) return null;
    for (const name of names) this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
    return () => {
      for (const name of names) {
        const left = (this.#taken.get(name) ?? 1) - 1;
        if (left > 0) this.#taken.set(name, left);
        else this.#taken.delete(name);
      }
    };
  }
}
