import { Migration } from '@mikro-orm/migrations';

/** Files, what they take of a plan's storage, their thumbnails, and what is public. */
export class Migration0002 extends Migration {
  override up(): void {
    this.addSql(`
      create table subscriptions (
        owner_id uuid primary key references users (id) on delete cascade,
        plan text not null check (plan in ('plus', 'premium'))
      );

      create table files (
        id uuid primary key,
        owner_id uuid not null references users (id) on delete cascade,
        storage_key text not null unique,
        state text not null check (state in ('reserved', 'uploading', 'ready')),
        -- What an upload under way may still take of the quota; nothing once it is ready, its content counts then.
        reserved bigint not null,
        -- Read without asking the store for it: the first bytes of the stored object.
        seal_header bytea null,
        size bigint null,
        sha256 bytea null,
        content_type text null,
        -- Where the camera wrote its location: [offset, length] pairs that nobody but the owner gets to see.
        blanks jsonb not null default '[]',
        created_at timestamptz not null,
        touched_at timestamptz not null,
        constraint files_ready check ((state = 'ready') = (size is not null and sha256 is not null and content_type is not null and seal_header is not null)),
        constraint files_reserved check (state <> 'ready' or reserved = 0)
      );
      create index files_owner on files (owner_id);
      create index files_unfinished on files (touched_at) where state <> 'ready';
      create index files_owner_unfinished on files (owner_id) where state <> 'ready';

      -- A file's row never goes without its object: whatever deletes the row, the key is kept here until the object is gone.
      create table doomed_objects (
        storage_key text primary key,
        passes integer not null default 0,
        next_try_at timestamptz not null default now()
      );
      create index doomed_objects_due on doomed_objects (next_try_at);
      create function doom_object() returns trigger language plpgsql as $$
      begin
        insert into doomed_objects (storage_key) values (old.storage_key) on conflict do nothing;
        return null;
      end $$;
      create trigger files_doom_object after delete on files for each row execute function doom_object();

      create table thumbnails (
        file_id uuid primary key references files (id) on delete cascade,
        state text not null check (state in ('pending', 'ready', 'failed')),
        tries integer not null default 0,
        next_try_at timestamptz null default now(),
        width integer null,
        height integer null,
        sealed bytea null,
        constraint thumbnails_due check ((next_try_at is not null) = (state = 'pending')),
        constraint thumbnails_ready check ((sealed is not null) = (state = 'ready'))
      );
      create index thumbnails_due on thumbnails (next_try_at) where next_try_at is not null;

      alter table contents
        add column file_id uuid null unique references files (id) on delete cascade,
        add column content_type text not null default 'text/plain',
        add column size bigint not null default 0,
        -- Taken out of the gallery by an operator: stays private until one lets it back.
        add column withheld_at timestamptz null;
      update contents set size = octet_length(body) - 20 - 16 * greatest(1, ceil((octet_length(body) - 20) / 262160.0))
        where body is not null;
      alter table contents
        alter column content_type drop default,
        alter column size drop default,
        add constraint contents_withheld check (withheld_at is null or not is_public),
        add constraint contents_kind check ((type = 'text') = (file_id is null) and (type = 'text') = (body is not null));
      create index contents_owner_type on contents (owner_id, type, created_at desc, id desc);
      create index contents_public on contents (created_at desc, id desc) where is_public;
      create index contents_public_type on contents (type, created_at desc, id desc) where is_public;

      -- Kept by the database itself, so that a sum over a hundred thousand things is never needed, and never wrong.
      create table storage_use (
        owner_id uuid not null references users (id) on delete cascade,
        type text not null,
        items bigint not null,
        bytes bigint not null,
        primary key (owner_id, type)
      );
      create function count_storage() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          update storage_use set items = items - 1, bytes = bytes - old.size where owner_id = old.owner_id and type = old.type;
        end if;
        if tg_op <> 'DELETE' then
          insert into storage_use (owner_id, type, items, bytes) values (new.owner_id, new.type, 1, new.size)
            on conflict (owner_id, type) do update set items = storage_use.items + 1, bytes = storage_use.bytes + new.size;
        end if;
        return null;
      end $$;
      create trigger contents_count_storage after insert or delete or update of size on contents
        for each row execute function count_storage();
      insert into storage_use (owner_id, type, items, bytes)
        select owner_id, type, count(*), sum(size) from contents group by owner_id, type;

      -- What visitors of the gallery reported, until the operators' mail is accepted.
      create table reports (
        id uuid primary key,
        content_id uuid not null references contents (id) on delete cascade,
        reason text not null,
        created_at timestamptz not null,
        tries integer not null default 0,
        next_try_at timestamptz null default now(),
        sent_at timestamptz null
      );
      create index reports_due on reports (next_try_at) where next_try_at is not null;
      create index reports_content on reports (content_id);
    `);
  }
}
