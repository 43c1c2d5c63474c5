import { Migration } from '@mikro-orm/migrations';

/** Passkeys, and the challenges that were answered: each is worth one answer. */
export class Migration0040 extends Migration {
  override up(): void {
    this.addSql(`
      create table passkeys (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        -- The authenticator's own name of it: no two passkeys of anybody share one.
        credential_id bytea not null,
        -- As COSE has it. It signs nothing: the private key never leaves the authenticator.
        public_key bytea not null,
        counter bigint not null,
        transports text not null,
        aaguid uuid not null,
        is_backup_eligible boolean not null,
        is_backed_up boolean not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        constraint passkeys_credential_id_unique unique (credential_id)
      );
      create index passkeys_user_id_index on passkeys (user_id);

      create table passkey_challenges (
        id uuid primary key,
        expires_at timestamptz not null
      );
      create index passkey_challenges_expires_at_index on passkey_challenges (expires_at);
    `);
  }
}
