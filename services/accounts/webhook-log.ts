/** The messages of webhooks, and what became of each: for their owners, for a month. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { DAY } from '#domain/time/durations.ts';
import type { WebhookFailure, WebhookMessageKind } from '#domain/webhooks/webhooks.ts';

/** So many messages of a webhook are shown. */
export const WEBHOOK_LOG_LENGTH = 10;
/** How long a message remains: far longer than it is tried. */
const KEPT_FOR = 30 * DAY;

/** One message. Instants are ISO 8601. */
export interface WebhookLogEntry {
  id: string;
  event: WebhookMessageKind;
  created_at: string;
  tries: number;
  last_tried_at: string | null;
  /** The status of the last answer; null where none came. */
  last_status: number | null;
  /** Why none came. */
  last_failure: WebhookFailure | null;
  arrived_at: string | null;
  given_up_at: string | null;
  /** Null once it has arrived or was given up. */
  next_try_at: string | null;
}

/** @returns the newest messages of each of these webhooks, the newest first */
export async function readWebhookLog(
  em: EntityManager,
  webhookIds: readonly string[],
): Promise<Map<string, WebhookLogEntry[]>> {
  const rows = await query(em)
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook_messages')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('webhook_id').orderBy('created_at', 'desc').orderBy('id', 'desc'))
            .as('place'),
        )
        .where('webhook_id', '=', anyOf(webhookIds))
        .as('m'),
    )
    .leftJoin('jobs as j', (join) =>
      join.on('j.kind', '=', 'webhook').on('j.subject', '=', ({ cast, ref }) => cast<string>(ref('m.id'), 'text')),
    )
    .selectAll('m')
    .select('j.run_at')
    .where('m.place', '<=', WEBHOOK_LOG_LENGTH)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute();
  const entries = new Map<string, WebhookLogEntry[]>();
  for (const row of rows) entries.set(row.webhook_id, [...(entries.get(row.webhook_id) ?? []), toEntry(row)]);
  return entries;
}

/** Deletes messages of long ago. @returns whether there may be more */
export function deleteOldWebhookMessages(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'webhook_messages', (eb) => eb('created_at', '<', ago(KEPT_FOR)));
}

function toEntry(row: Selectable<Tables['webhook_messages']> & { run_at: Date | null }): WebhookLogEntry {
  const { id, kind, tries, last_status, last_failure, arrived_at, given_up_at } = row;
  const isOver = arrived_at !== null || given_up_at !== null;
  return {
    ...{ id, event: kind, created_at: row.created_at.toISOString(), tries },
    last_tried_at: row.last_tried_at?.toISOString() ?? null,
    ...{ last_status, last_failure },
    arrived_at: arrived_at?.toISOString() ?? null,
    given_up_at: given_up_at?.toISOString() ?? null,
    next_try_at: isOver ? null : (row.run_at?.toISOString() ?? null),
  };
}
