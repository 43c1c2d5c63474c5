/** Webhooks of an owner: addresses of programs that hear when something happens. An address and its secret are sealed. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { HOUR, SECOND } from '#domain/time/durations.ts';
import type { NewWebhook } from '#domain/webhooks/webhooks.schema.ts';
import {
  faultOfWebhookUrl,
  WEBHOOK_TESTS_MAX,
  WEBHOOKS_MAX,
  type WebhookEnd,
  type WebhookEvent,
} from '#domain/webhooks/webhooks.ts';
import { webhookRefusals } from '#messages/en/webhooks.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { seal, unseal } from '#services/crypto/seal.ts';
import { newId } from '#services/ids.ts';
import { lockAccount } from '#services/lock-account.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { addWebhookMessages } from '#services/webhooks/notify-webhooks.ts';
import { newWebhookSecret } from '#services/webhooks/sign.ts';

import { readWebhookLog, type WebhookLogEntry } from './webhook-log.ts';

/** A webhook without its secret. Instants are ISO 8601. */
export interface WebhookView {
  id: string;
  url: string;
  events: WebhookEvent[];
  created_at: string;
  /** When a message last arrived; null if none did. */
  last_delivered_at: string | null;
  /** Since when nothing is sent, except a test; null while it is on. */
  off_at: string | null;
  off_because: WebhookEnd | null;
  /** The newest messages first. */
  log: WebhookLogEntry[];
}

/** @returns the webhooks of an account, the newest first, each with its newest messages */
export async function listWebhooks(context: Context, ownerId: string): Promise<WebhookView[]> {
  const rows = await query(context.em)
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  if (rows.length === 0) return [];
  const key = await personKey(context, ownerId);
  const log = await readWebhookLog(
    context.em,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toView(row, key, log.get(row.id) ?? []));
}

/**
 * Adds a webhook, and mails the account's owner.
 * @returns the webhook, and the secret of its signatures: nobody can see it again
 * @throws AppError validation-failed for an address that we do not call; conflict for one in use, and beyond 10 webhooks
 */
export async function createWebhook(
  context: Context,
  { id: ownerId, email }: { id: string; email: string },
  { url: text, events }: NewWebhook,
): Promise<WebhookView & { secret: string }> {
  const url = readUrl(context, text);
  const secret = newWebhookSecret();
  const key = await personKey(context, ownerId);
  const id = newId();
  const row = await context.em.transactional(async (tx) => {
    if (!(await lockAccount(tx, ownerId))) throw notFound('account');
    await refuseBesideOthers(tx, { ownerId, key, url });
    const created = await query(tx)
      .insertInto('webhooks')
      .values({ id, owner_id: ownerId, events, created_at: NOW, url: sealText(key, 'webhook-url', id, url) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await query(tx)
      .insertInto('webhook_secrets')
      .values({ webhook_id: id, secret: sealText(key, 'webhook-secret', id, secret) })
      .execute();
    record(tx, ownerId, 'account-webhook-created', { webhook_id: id, events });
    await enqueueAccountMail(tx, { userId: ownerId, kind: 'webhook-created', email });
    return created;
  });
  recordSecurityEvent(context, 'webhook-created', { account: ownerId, about: id });
  return { ...toView(row, key, []), secret };
}

/**
 * Deletes a webhook, with its messages that wait.
 * @throws AppError not-found when there is no such webhook, also when it is another account's
 */
export async function deleteWebhook(
  context: Pick<Context, 'em' | 'onSecurityEvent'>,
  ownerId: string,
  id: string,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const deleted = await query(tx)
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw notFound('webhook');
    record(tx, ownerId, 'account-webhook-deleted', { webhook_id: id });
  });
  recordSecurityEvent(context, 'webhook-deleted', { account: ownerId, about: id });
}

/**
 * Sends a test to a webhook, also to one that was switched off: a test that arrives switches it on again.
 * @returns the id of the message
 * @throws AppError not-found; too-many-requests beyond 5 tests of an account in an hour
 */
export async function testWebhook(
  { em, now }: Pick<Context, 'em' | 'now'>,
  ownerId: string,
  id: string,
): Promise<{ id: string }> {
  return em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const webhook = await query(tx)
      .selectFrom('webhooks')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst();
    if (!webhook) throw notFound('webhook');
    await requireTestsLeft(tx, ownerId, now);
    const [messageId = ''] = await addWebhookMessages(tx, 'test', [{ webhookId: id, data: { account_id: ownerId } }]);
    record(tx, ownerId, 'account-webhook-tested', { webhook_id: id });
    return { id: messageId };
  });
}

/** Deletes every webhook of an account, within a change that says so by itself. */
export async function endWebhooks({ em }: Pick<Context, 'em'>, ownerId: string): Promise<void> {
  await query(em).deleteFrom('webhooks').where('owner_id', '=', ownerId).execute();
}

/** @returns what is sealed in a row of webhooks or of their secrets */
export function openWebhookText(
  key: PersonKey,
  kind: 'webhook-url' | 'webhook-secret',
  webhookId: string,
  sealed: Buffer,
): string {
  return unseal(key, { kind, id: webhookId }, sealed).toString('utf8');
}

function sealText(key: PersonKey, kind: 'webhook-url' | 'webhook-secret', id: string, text: string): Buffer {
  return seal(key, { kind, id }, Buffer.from(text));
}

/** A fragment is never sent, so it is cut off. */
function readUrl({ callsLocalhost = false }: Context, text: string): string {
  const fault = faultOfWebhookUrl(text, { toLocalhost: callsLocalhost });
  if (fault) throw AppError.atField('validation-failed', 'url', say(webhookRefusals[fault]));
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** Refuses an address in use, so that a form that is sent twice adds one webhook. Call it under the account's lock. */
async function refuseBesideOthers(
  tx: EntityManager,
  { ownerId, key, url }: { ownerId: string; key: PersonKey; url: string },
): Promise<void> {
  const others = await query(tx).selectFrom('webhooks').select(['id', 'url']).where('owner_id', '=', ownerId).execute();
  if (others.some((other) => openWebhookText(key, 'webhook-url', other.id, other.url) === url))
    throw AppError.atField('conflict', 'url', say(webhookRefusals['url-in-use']));
  if (others.length >= WEBHOOKS_MAX)
    throw new AppError('conflict', say(webhookRefusals['too-many'], { max: WEBHOOKS_MAX }));
}

/** Counted under the account's lock: each test calls a machine that may be a stranger's. */
async function requireTestsLeft(tx: EntityManager, ownerId: string, now: Date): Promise<void> {
  const tests = await query(tx)
    .selectFrom('webhook_messages as m')
    .innerJoin('webhooks as w', 'w.id', 'm.webhook_id')
    .select('m.created_at')
    .where('w.owner_id', '=', ownerId)
    .where('m.kind', '=', 'test')
    .where('m.created_at', '>', ago(HOUR))
    .orderBy('m.created_at', 'desc')
    .limit(WEBHOOK_TESTS_MAX)
    .execute();
  const oldest = tests[WEBHOOK_TESTS_MAX - 1];
  if (!oldest) return;
  const wait = oldest.created_at.getTime() + HOUR - now.getTime();
  throw new AppError('too-many-requests', say(webhookRefusals['too-many-tests'], { max: WEBHOOK_TESTS_MAX }), [], {
    retry_after: Math.max(1, Math.ceil(wait / SECOND)),
  });
}

const COLUMNS = ['id', 'url', 'events', 'created_at', 'last_delivered_at', 'off_at', 'off_because'] as const;

interface WebhookRow {
  id: string;
  url: Buffer;
  events: WebhookEvent[];
  created_at: Date;
  last_delivered_at: Date | null;
  off_at: Date | null;
  off_because: WebhookEnd | null;
}

function toView(
  { id, url, events, created_at, last_delivered_at, off_at, off_because }: WebhookRow,
  key: PersonKey,
  log: WebhookLogEntry[],
): WebhookView {
  return {
    ...{ id, url: openWebhookText(key, 'webhook-url', id, url), events, created_at: created_at.toISOString() },
    last_delivered_at: last_delivered_at?.toISOString() ?? null,
    off_at: off_at?.toISOString() ?? null,
    ...{ off_because, log },
  };
}
