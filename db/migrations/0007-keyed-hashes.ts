import { Migration } from '@mikro-orm/migrations';

/**
 * Hashes of files are keyed by their owner's key. SQL cannot open that key, so a worker keys the rows that are there, in
 * batches (services/contents/upgrade-files.ts). Code of the version before runs beside this one: it writes a plain
 * hash, and needs one to read. The next version drops sha256 with its trigger, its check and files_unkeyed, and
 * has files_ready ask for content_mac.
 */
export class Migration0007 extends Migration {
  override up(): void {
    this.addSql(`
      alter table files
        -- HMAC-SHA-256 over the SHA-256 of the content, by a key derived from the owner's.
        add column content_mac bytea null,
        add constraint files_no_plain_hash check (content_mac is null or sha256 = content_mac);
      create index files_unkeyed on files (id) where state = 'ready' and content_mac is null;

      -- The version before reads sha256: it gets the keyed one.
      create function replace_plain_hash() returns trigger language plpgsql as $$
      begin
        new.sha256 := new.content_mac;
        return new;
      end $$;
      create trigger files_replace_plain_hash before insert or update of content_mac on files
        for each row when (new.content_mac is not null) execute function replace_plain_hash();
    `);
  }
}
