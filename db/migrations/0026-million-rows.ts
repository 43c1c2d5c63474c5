import { Migration } from '@mikro-orm/migrations';

/** Indexes for the queries that workers repeat, made while people read and write. */
const INDEXES = {
  // The expression of nextChannel (services/deliveries/locked.ts): a channel's turn costs the same behind any number of others.
  deliveries_due_by_channel:
    "deliveries ((case when fell_back_at is null then channel else 'email' end), next_attempt_at) where next_attempt_at is not null",
  // What may be delayed (services/notices/note-delays.ts).
  delivery_attempts_first_unaccepted: "delivery_attempts (started_at) where n = 1 and state <> 'accepted'",
  // How many protocols are in which stage (services/emergency/backlog.ts).
  emergency_protocols_stage: 'emergency_protocols (stage) where is_active and not is_blocked',
} as const;

/** The version before reads and writes as it did. */
export class Migration0026 extends Migration {
  override up(): void {
    for (const [name, definition] of Object.entries(INDEXES)) {
      // One that a lost connection left unfinished is of no use, and is made again.
      this.addSql(`drop index concurrently if exists ${name}`);
      this.addSql(`create index concurrently ${name} on ${definition}`);
    }
  }

  /** Postgres makes no index concurrently within a transaction. */
  override isTransactional(): boolean {
    return false;
  }
}
