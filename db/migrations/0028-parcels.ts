import { Migration } from '@mikro-orm/migrations';

/** Sealed items: what only their owner's words or shares open. */
export class Migration0028 extends Migration {
  override up(): void {
    this.addSql(`
      -- The version before makes none. It shows one as a file, and the constraint stops it from making one public. Not
      -- validated, which would read every row: each of them has the default.
      alter table contents
        add column is_sealed boolean not null default false,
        add constraint contents_sealed check (not is_sealed or (type = 'file' and not is_public)) not valid;

      -- Beside the file of a content, which is content.age.
      create table parcels (
        content_id uuid primary key references contents (id) on delete cascade,
        owner_id uuid not null references users (id) on delete cascade,
        -- The age files, sealed once more with the owner's key.
        meta bytea not null,
        key bytea not null
      );
      create index parcels_owner on parcels (owner_id);

      -- A table of its own: only the query for recipients reads it.
      create table parcel_shares (
        content_id uuid primary key references contents (id) on delete cascade,
        share bytea not null
      );
    `);
  }
}
