import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyOf, recordset } from '#db/sql.ts';
import type { WebhookEvent, WebhookMessageKind } from '#domain/webhooks/webhooks.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';

/** What a message says: ids and counts, never content, names or addresses. */
export type WebhookData = Readonly<Record<string, string | number>>;

/** Something that webhooks of its owner may hear of. */
export interface WebhookHappening {
  ownerId: string;
  data: WebhookData;
}

/**
 * Adds a message and its job for each webhook that hears of an event, in the transaction in which it happens: either both are
 * saved or neither. Nothing is sent here.
 */
export async function notifyWebhooks(
  tx: EntityManager,
  event: WebhookEvent,
  happenings: readonly WebhookHappening[],
): Promise<void> {
  if (happenings.length === 0) return;
  const webhooks = await query(tx)
    .selectFrom('webhooks')
    .select(['id', 'owner_id'])
    .where('owner_id', '=', anyOf([...new Set(happenings.map(({ ownerId }) => ownerId))]))
    .where(({ eb, fn, val }) => eb(val(event), '=', fn.any('events')))
    .where('off_at', 'is', null)
    // One that is deleted at this moment is left out: its message would fail the event itself.
    .forKeyShare()
    .execute();
  const of = Map.groupBy(webhooks, (webhook) => webhook.owner_id);
  await addWebhookMessages(
    tx,
    event,
    happenings.flatMap(({ ownerId, data }) =>
      (of.get(ownerId) ?? []).map(({ id }) => ({ webhookId: id, data: { account_id: ownerId, ...data } })),
    ),
  );
}

/** Adds messages to webhooks that the transaction has locked, with their jobs. @returns their ids */
export async function addWebhookMessages(
  tx: EntityManager,
  kind: WebhookMessageKind,
  messages: readonly { webhookId: string; data: WebhookData }[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = messages.map((message) => ({ id: newId(), ...message }));
  await query(tx)
    .insertInto('webhook_messages')
    .columns(['id', 'webhook_id', 'data', 'kind', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom(recordset('r', rows, { id: 'uuid', webhookId: 'uuid', data: 'jsonb' }))
        .select(['r.id', 'r.webhookId', 'r.data'])
        .select([eb.cast<WebhookMessageKind>(eb.val(kind), 'text').as('kind'), NOW.as('created_at')]),
    )
    .execute();
  await enqueue(tx, 'webhook', rows);
  return rows.map(({ id }) => id);
}
