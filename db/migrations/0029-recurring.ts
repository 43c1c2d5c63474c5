import { Migration } from '@mikro-orm/migrations';

/** Indexes for recurring queries that still read whole tables, made while people read and write. */
const INDEXES = {
  // Protocols that may have been forgotten (services/emergency/advance.ts).
  emergency_protocols_idle:
    "emergency_protocols (owner_id) where is_active and stage <> 'released' and (next_step_at is null or is_blocked)",
  // Warnings that no provider has taken (services/emergency/backlog.ts).
  emergency_mails_waiting: "emergency_mails (created_at) where state = 'waiting'",
  // Who was warned, or is beyond that: for plans (services/subscription/hold-billing.ts) and for releases (backlog.ts).
  emergency_protocols_silent: "emergency_protocols (stage) where stage <> 'armed'",
  subscriptions_held: 'subscriptions (owner_id) where held_at is not null or has_lapsed',
  // What has expired (worker/janitor.ts).
  sessions_expired: 'sessions (expires_at)',
  sessions_idle: 'sessions (last_seen_at)',
  account_mails_created: 'account_mails (created_at)',
} as const;

/** The version before reads and writes as it did. */
export class Migration0029 extends Migration {
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
