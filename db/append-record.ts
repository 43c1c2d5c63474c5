/**
 * Events of a transaction wait here for its end. Appending locks the chain of an account. As the last statement before the
 * commit it waits for no row that another holds, so whatever the transaction has locked before, in whatever order, no two
 * wait for each other. A transaction inside another hands its events on; one that fails takes them along.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';

/** An event before it has a place in its chain. */
export interface PendingEntry {
  accountId: string;
  kind: string;
  /** Canonical JSON. */
  data: string;
}

/** By transaction. */
const pending = new WeakMap<object, PendingEntry[]>();

/** Adds an event to those that the transaction of `tx` appends at its end. @throws Error outside of a transaction */
export function addPending(tx: EntityManager, entry: PendingEntry): void {
  const transaction = tx.getTransactionContext<object>();
  if (!transaction) throw new Error(`${entry.kind} can only be recorded in the transaction that makes the change.`);
  const list = pending.get(transaction);
  if (list) list.push(entry);
  else pending.set(transaction, [entry]);
}

/** Hands the events of a transaction on to the one that it is inside of. */
export function passPending(inner: object, outer: object): void {
  const entries = pending.get(inner);
  if (!entries) return;
  pending.delete(inner);
  pending.set(outer, [...(pending.get(outer) ?? []), ...entries]);
}

/** Appends the events of a transaction, which commits afterwards. */
export async function appendPending(transaction: object): Promise<void> {
  const entries = pending.get(transaction);
  if (!entries) return;
  pending.delete(transaction);
  const accounts = entries.map(({ accountId }) => accountId);
  const kinds = entries.map(({ kind }) => kind);
  const data = entries.map((entry) => entry.data);
  await sql`select append_record(${accounts}::uuid[], ${kinds}::text[], ${data}::text[])`.execute(
    transaction as Kysely<unknown>,
  );
}
