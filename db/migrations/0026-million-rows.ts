import { Migration } from '@mikro-orm/migrations';

/** Indexes for the queries that workers repeat, made while people read and write. */
const INDEXES = {
  // The outbox, by shards: the last byte of an id modulo 8, as in db/outbox.ts.
  deliveries_newer: 'deliveries ((get_byte(uuid_send(id), 15) % 8), next_attempt_at) where revision > synced_revision',
  deliveries_generation:
    'deliveries ((get_byte(uuid_send(id), 15) % 8), synced_generation, next_attempt_at) where next_attempt_at is not null',
  emergency_protocols_newer:
    'emergency_protocols ((get_byte(uuid_send(owner_id), 15) % 8), next_step_at) where revision > synced_revision',
  emergency_protocols_generation:
    'emergency_protocols ((get_byte(uuid_send(owner_id), 15) % 8), synced_generation, next_step_at) where is_active',
  // What operators hold, and what they are alarmed of: nearly always empty.
  deliveries_held: 'deliveries (id) where held_at is not null',
  deliveries_unsent_releases: "deliveries (owner_id) where origin = 'release' and (status <> 'sent' or is_unconfirmed)",
  emergency_mails_not_notified: "emergency_mails (owner_id) where kind = 'contact-told' and state = 'bounced'",
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
    this.addSql('alter table delivery_attempts validate constraint delivery_attempts_rejection_check');
  }

  /** Postgres makes no index concurrently within a transaction. */
  override isTransactional(): boolean {
    return false;
  }
}
