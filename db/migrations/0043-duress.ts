import { Migration } from '@mikro-orm/migrations';

/**
 * A second password that looks like a check-in and holds everything. The version before knows no hold and would send: its
 * processes stop before owners set such a password.
 */
export class Migration0043 extends Migration {
  override up(): void {
    this.addSql(`
      create table duress_passwords (
        owner_id uuid primary key references users (id) on delete cascade,
        password_hash text not null,
        contact_id uuid null references trusted_contacts (id) on delete set null,
        hold_days integer not null check (hold_days between 7 and 365)
      );
      create index duress_passwords_contact on duress_passwords (contact_id);
      create table duress_holds (
        owner_id uuid primary key references users (id) on delete cascade,
        id uuid not null unique,
        contact_id uuid null references trusted_contacts (id) on delete set null,
        began_at timestamptz not null,
        ends_at timestamptz not null,
        ended_by text null check (ended_by in ('owner', 'time'))
      );
      create index duress_holds_contact on duress_holds (contact_id);
    `);
  }
}
