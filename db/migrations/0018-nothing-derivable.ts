import { Migration } from '@mikro-orm/migrations';

/**
 * Where a file names its location is computed from the file: the list of these places tells which file it is. So it is
 * sealed, and a worker seals the lists that are there (services/contents/upgrade-files.ts). The version before reads
 * blanks: without them it refuses the file to others, rather than show the location. The next version drops blanks with
 * its trigger, its check and files_unsealed, and has files_ready ask for sealed_blanks.
 *
 * Accounts that were deleted are remembered by their ids, so that their keys are erased from backups, too.
 */
export class Migration0018 extends Migration {
  override up(): void {
    this.addSql(`
      alter table files
        add column sealed_blanks bytea null,
        alter column blanks drop not null,
        add constraint files_no_plain_blanks check (num_nonnulls(sealed_blanks, blanks) = 1);
      create index files_unsealed on files (id) where state = 'ready' and sealed_blanks is null;

      create function hide_plain_blanks() returns trigger language plpgsql as $$
      begin
        new.blanks := null;
        return new;
      end $$;
      create trigger files_hide_plain_blanks before insert or update on files
        for each row when (new.sealed_blanks is not null) execute function hide_plain_blanks();

      create table erased_accounts (
        id uuid primary key,
        erased_at timestamptz not null default now()
      );
      -- A trigger: also an account that an operator deletes by hand is erased from backups.
      create function remember_erased_account() returns trigger language plpgsql as $$
      begin
        insert into erased_accounts (id) values (old.id) on conflict do nothing;
        return null;
      end $$;
      create trigger users_remember_erased after delete on users
        for each row execute function remember_erased_account();
    `);
  }
}
