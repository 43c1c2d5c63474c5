import type { EntityManager } from '@mikro-orm/postgresql';
import { addPending } from '#db/append-record.ts';
import { type Canonical, canonicalJson } from '#domain/record/canonical-json.ts';
import type { RecordKind } from '#domain/record/kinds.ts';

/** Ids, instants in ISO 8601, codes and counts. Never what someone wrote, a name, an address or a secret. */
export type RecordData = Readonly<Record<string, Canonical>>;

/**
 * Appends an event to an account's record, in the transaction that makes the change: either both are saved or neither. It is
 * written as the last statement before the commit. An account that is gone has no record.
 * @param tx a transaction
 * @throws Error outside of a transaction
 */
export function record(tx: EntityManager, accountId: string, kind: RecordKind, data: RecordData = {}): void {
  addPending(tx, { accountId, kind, data: canonicalJson(data) });
}
