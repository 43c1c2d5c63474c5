import { Migration } from '@mikro-orm/migrations';

/**
 * One queue instead of nine. Code of the version before runs beside this one: what it leaves in its own queues becomes a
 * job, and it finds them empty (docs/decisions/0067). The next version drops the columns next_try_at and tries, the
 * tables doomed_objects and doomed_runs, the view doomed_subscriptions, and the functions that are marked so here.
 */
export class Migration0010 extends Migration {
  override up(): void {
    this.addSql(JOBS);
    this.addSql(BESIDE_THE_VERSION_BEFORE);
  }
}

const JOBS = `
  create table jobs (
    kind text not null,
    subject text not null,
    run_at timestamptz not null default now(),
    tries integer not null default 0,
    created_at timestamptz not null default now(),
    primary key (kind, subject)
  );
  create index jobs_due on jobs (kind, run_at);

  -- Rows that were deleted leave objects and subscriptions behind.
  create function delete_object_later() returns trigger language plpgsql as $$
  begin
    insert into jobs (kind, subject) values ('delete-object', old.storage_key) on conflict do nothing;
    return null;
  end $$;
  drop trigger files_doom_object on files;
  drop function doom_object();
  create trigger files_delete_object after delete on files for each row execute function delete_object_later();

  create function cancel_subscription_later() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' or new.stripe_subscription_id is distinct from old.stripe_subscription_id then
      insert into jobs (kind, subject) values ('cancel-subscription', old.stripe_subscription_id) on conflict do nothing;
    end if;
    return null;
  end $$;
  drop trigger subscriptions_doom on subscriptions;
  drop function doom_subscription();
  create trigger subscriptions_cancel after delete or update on subscriptions for each row
    when (old.stripe_subscription_id is not null) execute function cancel_subscription_later();

  -- A job that a worker has at this moment stays: it finds that its subject is gone, and ends. Waiting for it could last
  -- for ever, since it waits for the row that is being deleted.
  create function remove_job() returns trigger language plpgsql as $$
  declare
    deleted_id text;
  begin
    if tg_table_name = 'thumbnails' then deleted_id := old.file_id; else deleted_id := old.id; end if;
    delete from jobs where (kind, subject) in
      (select kind, subject from jobs where kind = tg_argv[0] and subject = deleted_id for update skip locked);
    return null;
  end $$;
  create trigger account_mails_remove_job after delete on account_mails
    for each row execute function remove_job('account-mail');
  create trigger billing_mails_remove_job after delete on billing_mails
    for each row execute function remove_job('billing-mail');
  create trigger emergency_mails_remove_job after delete on emergency_mails
    for each row execute function remove_job('emergency-mail');
  create trigger notices_remove_job after delete on notices for each row execute function remove_job('notice');
  create trigger reports_remove_job after delete on reports for each row execute function remove_job('report');
  create trigger thumbnails_remove_job after delete on thumbnails for each row execute function remove_job('thumbnail');
`;

const BESIDE_THE_VERSION_BEFORE = `
  alter table notices alter column tries set default 0;
  alter table emergency_mails alter column tries set default 0, drop constraint emergency_mails_waiting;
  alter table thumbnails drop constraint thumbnails_due;

  -- To be dropped: makes a job of what the version before writes into a queue of its own.
  create function queue_row_to_job() returns trigger language plpgsql as $$
  declare
    its_id text;
  begin
    if tg_table_name = 'thumbnails' then
      its_id := new.file_id;
      if new.state <> 'pending' then new.next_try_at := null; end if;
    else
      its_id := new.id;
    end if;
    if new.next_try_at is not null then
      insert into jobs (kind, subject, run_at, tries) values (tg_argv[0], its_id, new.next_try_at, new.tries)
        on conflict (kind, subject) do update set run_at = excluded.run_at, tries = excluded.tries;
      new.next_try_at := null;
    elsif tg_op = 'UPDATE' then
      delete from jobs where kind = tg_argv[0] and subject = its_id;
    end if;
    return new;
  end $$;
  create function doomed_row_to_job() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'doomed_runs' then
      insert into jobs (kind, subject, run_at) values ('end-run', new.kind || ':' || new.delivery_id, new.next_try_at)
        on conflict do nothing;
    else
      insert into jobs (kind, subject, run_at) values ('delete-object', new.storage_key, new.next_try_at)
        on conflict (kind, subject) do update set run_at = excluded.run_at, tries = 0;
    end if;
    return null;
  end $$;

  -- To be dropped: moves what waits into jobs. Also for going forward again after going back.
  create function queues_to_jobs() returns void language plpgsql as $$
  declare
    queue record;
  begin
    for queue in select * from (values
      ('account_mails', 'account-mail', 'id', 'created_at'), ('billing_mails', 'billing-mail', 'id', 'created_at'),
      ('emergency_mails', 'emergency-mail', 'id', 'created_at'), ('notices', 'notice', 'id', 'created_at'),
      ('reports', 'report', 'id', 'created_at'), ('thumbnails', 'thumbnail', 'file_id', 'now()')
    ) as q (name, kind, subject, since) loop
      execute format('lock table %I in share row exclusive mode', queue.name);
      execute format('insert into jobs (kind, subject, run_at, tries, created_at)
        select %L, %I, next_try_at, tries, %s from %I where next_try_at is not null on conflict do nothing',
        queue.kind, queue.subject, queue.since, queue.name);
      execute format('update %I set next_try_at = null where next_try_at is not null', queue.name);
      execute format('create trigger queue_to_job before insert or update of next_try_at on %I
        for each row execute function queue_row_to_job(%L)', queue.name, queue.kind);
    end loop;
    lock table doomed_objects, doomed_runs in share row exclusive mode;
    insert into jobs (kind, subject, run_at)
      select case passes when 0 then 'delete-object' else 'delete-object-again' end, storage_key, next_try_at
        from doomed_objects on conflict do nothing;
    insert into jobs (kind, subject, run_at)
      select 'end-run', kind || ':' || delivery_id, next_try_at from doomed_runs on conflict do nothing;
    delete from doomed_objects;
    delete from doomed_runs;
    create trigger doomed_to_job before insert on doomed_objects for each row execute function doomed_row_to_job();
    create trigger doomed_to_job before insert on doomed_runs for each row execute function doomed_row_to_job();
  end $$;

  -- To be dropped: gives the version before its queues back, for an upgrade that is undone (docs/operations.md).
  create function jobs_to_queues() returns void language plpgsql as $$
  declare
    queue record;
  begin
    for queue in select * from (values
      ('account_mails', 'account-mail', 'id'), ('billing_mails', 'billing-mail', 'id'),
      ('emergency_mails', 'emergency-mail', 'id'), ('notices', 'notice', 'id'), ('reports', 'report', 'id'),
      ('thumbnails', 'thumbnail', 'file_id')
    ) as q (name, kind, subject) loop
      execute format('drop trigger queue_to_job on %I', queue.name);
      execute format('update %I t set next_try_at = j.run_at, tries = j.tries from jobs j
        where j.kind = %L and j.subject = t.%I::text', queue.name, queue.kind, queue.subject);
    end loop;
    -- The version before never tries a warning again that does not say when.
    update emergency_mails set next_try_at = null where state <> 'waiting';
    drop trigger doomed_to_job on doomed_objects;
    drop trigger doomed_to_job on doomed_runs;
    insert into doomed_objects (storage_key, passes, next_try_at)
      select subject, max(case kind when 'delete-object' then 0 else 1 end), min(run_at) from jobs
        where kind in ('delete-object', 'delete-object-again') group by subject;
    insert into doomed_runs (kind, delivery_id, next_try_at)
      select split_part(subject, ':', 1), split_part(subject, ':', 2)::uuid, run_at from jobs where kind = 'end-run';
    delete from jobs where kind <> 'cancel-subscription';
  end $$;
  select queues_to_jobs();

  -- To be dropped: here the version before also reads what waits.
  insert into jobs (kind, subject, run_at)
    select 'cancel-subscription', stripe_subscription_id, next_try_at from doomed_subscriptions;
  drop table doomed_subscriptions;
  create view doomed_subscriptions as
    select subject as stripe_subscription_id, run_at as next_try_at, kind from jobs where kind = 'cancel-subscription';
  alter view doomed_subscriptions alter column kind set default 'cancel-subscription';
`;
