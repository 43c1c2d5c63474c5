import { Migration } from '@mikro-orm/migrations';

/** Tokens of one's own, for programs. */
export class Migration0037 extends Migration {
  override up(): void {
    this.addSql(`
      create table api_tokens (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        name text not null,
        scope text not null check (scope in ('check-in', 'read', 'write')),
        token_hash bytea not null,
        created_at timestamptz not null,
        expires_at timestamptz,
        last_used_at timestamptz,
        constraint api_tokens_token_hash_unique unique (token_hash)
      );
      create index api_tokens_user_id_index on api_tokens (user_id);
    `);
  }
}
