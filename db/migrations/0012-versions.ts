import { Migration } from '@mikro-orm/migrations';

/** Earlier versions of letters; for files, notes, JPEG copies, and whether recipients learn where they were made. */
export class Migration0012 extends Migration {
  override up(): void {
    this.addSql(`
      alter table contents
        add column version integer not null default 1,
        -- When this version was saved; null means when the content was created.
        add column changed_at timestamptz null,
        add column shares_location boolean not null default false,
        -- The note with a file. Not in body: the version of the program before this one shows visitors the body of what
        -- is public.
        add column caption bytea null,
        add constraint contents_caption check (type <> 'text' or caption is null);

      alter table delivery_contents add column frozen_caption bytea null;
      -- By a trigger, because the version before this one sends and deletes files, too, and knows nothing of notes.
      create function freeze_caption() returns trigger language plpgsql as $$
      begin
        new.frozen_caption := (select caption from contents where id = new.content_id and new.frozen_head is not null);
        return new;
      end $$;
      create trigger delivery_contents_freeze_caption before update of content_id, frozen_head on delivery_contents
        for each row execute function freeze_caption();

      create table content_versions (
        content_id uuid not null references contents (id) on delete cascade,
        version integer not null,
        owner_id uuid not null references users (id) on delete cascade,
        -- Sealed as the content was: the ciphertext is moved here unopened.
        head bytea not null,
        body bytea not null,
        size bigint not null,
        saved_at timestamptz not null,
        primary key (content_id, version)
      );
      create index content_versions_owner on content_versions (owner_id);

      -- A copy belongs to no content and goes with its original; another trigger deletes its object. No foreign key: a
      -- restored backup may write a copy before its original.
      alter table files add column original_id uuid null unique;
      create function delete_copy() returns trigger language plpgsql as $$
      begin
        delete from files where original_id = old.id;
        return null;
      end $$;
      create trigger files_delete_copy after delete on files for each row execute function delete_copy();
      insert into jobs (kind, subject)
        select 'jpeg-copy', file_id::text from contents where type = 'image' and content_type in ('image/heic', 'image/heif');

      -- By triggers, because the version of the program before this one changes letters, too.
      create function keep_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        if new.changed_at is not distinct from old.changed_at then new.changed_at := now(); end if;
        if old.type = 'text' then
          insert into content_versions (content_id, version, owner_id, head, body, size, saved_at)
            values (old.id, old.version, old.owner_id, old.head, old.body, old.size, coalesce(old.changed_at, old.created_at));
          delete from content_versions where content_id = old.id and version <= old.version - 20;
        end if;
        return new;
      end $$;
      create trigger contents_keep_version before update of head, body, caption, shares_location on contents
        for each row execute function keep_version();
      create function count_version() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          update storage_use set bytes = bytes + new.size where owner_id = new.owner_id and type = 'text';
        else
          update storage_use set bytes = bytes - old.size where owner_id = old.owner_id and type = 'text';
        end if;
        return null;
      end $$;
      create trigger content_versions_count_storage after insert or delete on content_versions
        for each row execute function count_version();
    `);
  }
}
