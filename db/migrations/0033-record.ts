import { Migration } from '@mikro-orm/migrations';

/** The record: a chain of entries for each account, and the daily root over all chains (docs/decisions/0130 to 0132). */
export class Migration0033 extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(APPENDING);
    this.addSql(DELETING);
  }
}

const TABLES = `
  -- No foreign key: it would lock the account at each entry. A trigger deletes the entries of an account that is gone.
  create table record_entries (
    account_id uuid not null,
    seq integer not null check (seq > 0),
    at timestamptz(3) not null,
    kind text not null check (kind ~ '^[a-z-]+$'),
    -- Canonical JSON (RFC 8785), as it was hashed.
    data text not null,
    prev bytea not null,
    hash bytea not null,
    -- The next entry needs the newest hash only, which the index has.
    primary key (account_id, seq) include (hash)
  );
  -- For the daily root: entries are written in the order of time.
  create index record_entries_at on record_entries using brin (at);

  -- The newest entry of each chain in the newest root.
  create table record_leaves (
    account_id uuid primary key,
    bucket integer not null,
    seq integer not null,
    hash bytea not null,
    -- Its account was deleted since; the next root is without it.
    is_gone boolean not null default false
  );
  create index record_leaves_bucket on record_leaves (bucket, account_id) include (seq, hash);
  create index record_leaves_gone on record_leaves (account_id) where is_gone;

  create table record_roots (
    -- In UTC.
    day text primary key check (day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    made_at timestamptz(3) not null,
    root bytea not null,
    -- How many chains it covers.
    chains integer not null,
    -- The 256 hashes below it, from which a proof is made.
    buckets bytea not null
  );
`;

const APPENDING = `
  create function record_lock(account uuid) returns bigint language sql immutable as $$
    select hashtextextended('record ' || account, 0)
  $$;

  -- Appends one entry, under the lock of its chain. The hash is over the canonical JSON of the other five members.
  create function chain_record(account uuid, kind text, data text) returns void language plpgsql as $$
  declare
    at timestamptz := date_trunc('milliseconds', clock_timestamp());
    written text := to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    n integer;
    before bytea;
  begin
    select r.seq + 1, r.hash into n, before from record_entries r where r.account_id = account order by r.seq desc limit 1;
    if n is null then
      n := 1;
      before := decode(repeat('00', 32), 'hex');
      -- An account that is older than its record.
      if kind not in ('account-signed-up', 'record-began') then
        perform chain_record(account, 'record-began', '{}');
        perform chain_record(account, kind, data);
        return;
      end if;
    end if;
    insert into record_entries (account_id, seq, at, kind, data, prev, hash) values (
      account, n, at, kind, data, before,
      sha256(convert_to(
        format('{"at":"%s","data":%s,"kind":"%s","prev":"%s","seq":%s}', written, data, kind, encode(before, 'hex'), n),
        'UTF8'
      ))
    );
  end $$;

  -- Appends the events of a transaction at its end. It locks chains in one order, and nothing else afterwards, so that no
  -- transaction waits for one that waits for it. Leaves out accounts that are gone.
  create function append_record(accounts uuid[], kinds text[], datas text[]) returns void language plpgsql as $$
  declare
    entry record;
    locked uuid;
    is_there boolean;
  begin
    for entry in
      select e.account, e.kind, e.data
      from unnest(accounts, kinds, datas) with ordinality as e (account, kind, data, n)
      order by record_lock(e.account), e.account, e.n
    loop
      if entry.account is distinct from locked then
        locked := entry.account;
        perform pg_advisory_xact_lock(record_lock(locked));
        is_there := exists (select from users where id = locked);
      end if;
      if is_there then
        perform chain_record(locked, entry.kind, entry.data);
      end if;
    end loop;
  end $$;
`;

const DELETING = `
  -- The roles of our processes may not delete entries. This runs as the owner of the table, and only for an account that
  -- is gone. Under the lock of the chain: nothing is appended to it afterwards.
  create function delete_record() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
  begin
    perform pg_advisory_xact_lock(record_lock(old.id));
    delete from record_entries where account_id = old.id;
    update record_leaves set is_gone = true where account_id = old.id;
    return null;
  end $$;
  create trigger users_delete_record after delete on users
    for each row execute function delete_record();
`;
