import { Migration } from '@mikro-orm/migrations';

/** The browsers in which people have signed in: each can be forgotten, and a new password forgets all of them. */
export class Migration0020 extends Migration {
  override up(): void {
    this.addSql(`
      -- The version before neither reads nor writes it: its cookies count as unknown until the next sign-in.
      create table known_devices (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        proof_hash bytea not null,
        user_agent text not null,
        created_at timestamptz not null,
        last_seen_at timestamptz not null,
        constraint known_devices_proof_hash_unique unique (proof_hash)
      );
      create index known_devices_user_id_index on known_devices (user_id);
      create index known_devices_last_seen_at_index on known_devices (last_seen_at);
    `);
  }
}
