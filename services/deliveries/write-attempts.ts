/** The attempts of one transaction, written with one statement each way. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { recordset } from '#db/sql.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import type { Attempt, RejectionKind } from '#domain/delivery/protocol.ts';

/** An attempt that is about to be made. */
export interface StartedAttempt {
  id: string;
  delivery_id: string;
  revision: number;
  n: number;
  channel: Channel;
}

/** What became of an attempt. */
export interface AttemptChange {
  id: string;
  state: Attempt['state'];
  rejection: RejectionKind | null;
  reason: string | null;
  messageId: string | null;
}

/** Writes attempts that are about to be made. */
export async function insertAttempts(em: EntityManager, started: readonly StartedAttempt[]): Promise<void> {
  if (started.length === 0) return;
  const types = { id: 'uuid', delivery_id: 'uuid', revision: 'integer', n: 'integer', channel: 'text' } as const;
  await query(em)
    .insertInto('delivery_attempts')
    .columns(['id', 'delivery_id', 'revision', 'n', 'channel', 'state', 'started_at'])
    .expression((eb) =>
      eb
        .selectFrom(recordset('r', started, types))
        .select(['r.id', 'r.delivery_id', 'r.revision', 'r.n', 'r.channel'])
        .select([eb.val('started' as const).as('state'), NOW.as('started_at')]),
    )
    .execute();
}

/** Writes what became of attempts. */
export async function updateAttempts(em: EntityManager, changes: readonly AttemptChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = recordset('r', changes, {
    id: 'uuid',
    state: 'text',
    rejection: 'text',
    reason: 'text',
    messageId: 'text',
  });
  await query(em)
    .updateTable('delivery_attempts as a')
    .from(rows)
    .set(({ ref, fn }) => ({
      state: ref('r.state'),
      rejection: ref('r.rejection'),
      settled_at: NOW,
      reason: fn.coalesce('r.reason', 'a.reason'),
      provider_message_id: fn.coalesce('r.messageId', 'a.provider_message_id'),
    }))
    .whereRef('a.id', '=', 'r.id')
    .execute();
}
