import { Migration } from '@mikro-orm/migrations';

/**
 * Codes from an app, ten recovery codes, and the sign-ins that wait for one. The version before asks for no code, so its
 * processes stop before owners turn codes on.
 */
export class Migration0039 extends Migration {
  override up(): void {
    this.addSql(`
      create table totp_factors (
        user_id uuid primary key references users (id) on delete cascade,
        sealed bytea not null,
        last_step integer not null,
        created_at timestamptz not null,
        last_used_at timestamptz null,
        recovery_made_at timestamptz not null
      );
      create table recovery_codes (
        user_id uuid not null references users (id) on delete cascade,
        code_hash bytea not null,
        used_at timestamptz null,
        primary key (user_id, code_hash)
      );
      alter table known_devices add column code_passed_at timestamptz null;

      -- Wider than before: no row fails them.
      alter table secrets drop constraint secrets_purpose_check,
        add constraint secrets_purpose_check check
          (purpose in ('exchange', 'confirm-email', 'reset-password', 'change-email', 'second-step')) not valid,
        drop constraint secrets_email,
        add constraint secrets_email check ((email is null) = (purpose in ('exchange', 'second-step'))) not valid;
    `);
  }
}
