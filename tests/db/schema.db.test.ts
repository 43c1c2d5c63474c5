import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { initOrm } from '#db/orm.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { newId } from '#services/ids.ts';
import { administer } from '#tests/harness/database.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { testServices } from '#tests/harness/services.ts';

/** Only the version before uses these: a later migration drops them. */
const USED_BY_VERSION_BEFORE =
  /^((account_mails|billing_mails|emergency_mails|notices|reports|thumbnails)\.(next_try_at|tries)|doomed_\w+\.\w+)$/;

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

describe('the schema', () => {
  it('has every column that the entities have, of the same type and nullness', async () => {
    const columns = await stage.orm.em
      .fork()
      .execute<{ table_name: string; column_name: string; is_nullable: string; udt_name: string }[]>(
        "select table_name, column_name, is_nullable, udt_name from information_schema.columns where table_schema = 'public'",
      );
    const inDatabase = new Map(columns.map((column) => [`${column.table_name}.${column.column_name}`, column]));
    const types: Record<string, string> = {
      uuid: 'uuid',
      text: 'text',
      datetime: 'timestamptz',
      blob: 'bytea',
      integer: 'int4',
      boolean: 'bool',
      bigint: 'int8',
      json: 'jsonb',
    };
    for (const meta of stage.orm.getMetadata().getAll().values()) {
      for (const property of meta.props) {
        const name = `${meta.tableName}.${property.fieldNames[0]}`;
        const column = inDatabase.get(name);
        const wanted =
          property.kind === 'm:1'
            ? 'uuid'
            : types[property.runtimeType === 'Date' ? 'datetime' : (property.type ?? '')];
        expect([name, column?.is_nullable === 'YES']).toEqual([name, property.nullable === true]);
        if (wanted) expect([name, column?.udt_name]).toEqual([name, wanted]);
        inDatabase.delete(name);
      }
    }
    // Two libraries have tables of their own.
    const theirs = /^(mikro_orm_migrations|rate_limits)\b/;
    expect([...inDatabase.keys()].filter((name) => !theirs.test(name) && !USED_BY_VERSION_BEFORE.test(name))).toEqual(
      [],
    );
  });

  it('is migrated once, however many processes try at once', async () => {
    const url = stage.orm.config.get('clientUrl') as string;
    expect(await Promise.all([migrate(url), migrate(url), migrate(url)])).toEqual([[], [], []]);
  });

  it('still accepts what the version before writes, which runs during an upgrade', async () => {
    const person = await createPerson(stage.context());
    const em = stage.orm.em.fork();
    const armed = await em.execute<object[]>(
      `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, revision, synced_revision)
       values (?, true, 30, 3, now(), 1, 0) returning stage, episode`,
      [person.id],
    );
    expect(armed).toEqual([{ stage: 'armed', episode: 1 }]);
    await em.execute("insert into doomed_runs (delivery_id, next_try_at) values (?, now() + interval '1 hour')", [
      person.id,
    ]);
    expect(
      await em.execute("select kind, run_at > now() as later from jobs where subject = 'delivery:' || ?", [person.id]),
    ).toEqual([{ kind: 'end-run', later: true }]);
  });

  it('migrates rows of the version before, in every state', async () => {
    const { postgresUrl } = testServices();
    const url = Object.assign(new URL(postgresUrl), { pathname: '/of_before' }).href;
    await administer(postgresUrl, 'create database of_before');
    await migrate(url, '0004-emergency');
    const orm = await initOrm(url, { pool: 1 });
    const { em } = orm;
    const [owner, waits, gone] = [newId(), newId(), newId()];
    await em.execute(
      `insert into users (id, email, name, time_zone, wrapped_key, created_at) values (?, 'ana@example.com', 'Ana', 'UTC', '', now())`,
      [owner],
    );
    // A program may have given a number, though messages only went by email.
    const insert = `insert into deliveries (id, owner_id, channel, recipient_email, recipient_phone, scheduled_time, time_zone, status,
      origin, revision, synced_revision, next_attempt_at, finished_at, failure_code, is_unconfirmed, link_epoch, deleted_at, created_at)
      values (?, ?, 'email', 'rui@example.com', ?, now(), 'UTC', ?, 'owner', 1, 1, ?, ?, ?, false, 1, ?, now())`;
    const now = new Date();
    await em.execute(insert, [waits, owner, '+351912345678', 'pending', now, null, null, null]);
    await em.execute(insert, [newId(), owner, null, 'sent', null, now, null, null]);
    await em.execute(insert, [gone, owner, null, 'failed', null, now, 'bounced', null]);
    await em.execute(insert, [newId(), owner, null, 'pending', null, null, null, now]);
    await em.execute(
      "insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, 'unknown', now())",
      [newId(), waits],
    );
    for (const [kind, id] of [
      ['delivery-delayed', waits],
      ['delivery-failed', gone],
    ])
      await em.execute(
        'insert into notices (id, owner_id, kind, delivery_id, revision, tries, next_try_at, created_at) values (?, ?, ?, ?, 1, 0, now(), now())',
        [newId(), owner, kind, id],
      );
    expect(await migrate(url, '0005-channels')).toEqual(['0005-channels']);
    expect(await em.execute('select channel from delivery_attempts')).toEqual([{ channel: 'email' }]);
    expect(await em.execute('select count(*)::int as all, count(fell_back_at)::int as fell from deliveries')).toEqual([
      { all: 4, fell: 0 },
    ]);
    // From here on nothing goes by WhatsApp without a number.
    const byWhatsApp = "update deliveries set channel = 'whatsapp' where id = ?";
    await em.execute(byWhatsApp, [waits]);
    await expect(em.execute(byWhatsApp, [gone])).rejects.toThrow(/deliveries_phone/);

    await em.execute(
      `insert into subscriptions (owner_id, plan, paid_each, stripe_customer_id, stripe_subscription_id)
       values (?, 'plus', 'month', 'cus_1', 'sub_1')`,
      [owner],
    );
    expect(await migrate(url, '0006-plans')).toEqual(['0006-plans']);
    expect(await em.execute('select status, is_ending, has_lapsed from subscriptions')).toEqual([
      { status: 'active', is_ending: false, has_lapsed: false },
    ]);
    // The customer id at the provider outlives the plan.
    await em.execute('delete from subscriptions');
    expect(await em.execute('select stripe_customer_id as id from customers')).toEqual([{ id: 'cus_1' }]);
    await orm.close(true);
    await administer(postgresUrl, 'drop database of_before with (force)');
  });

  it('stops protocols that lack something, and leaves the clock of those that run', async () => {
    const { postgresUrl } = testServices();
    const url = Object.assign(new URL(postgresUrl), { pathname: '/of_armed_before' }).href;
    await administer(postgresUrl, 'create database of_armed_before');
    await migrate(url, '0006-plans');
    const orm = await initOrm(url, { pool: 1 });
    const { em } = orm;
    const lastCheckIn = '2026-11-09T08:40:00.000Z';
    const plant = async (name: string, given: { confirmed?: boolean; contact?: boolean; content?: boolean }) => {
      const { confirmed = true, contact = true, content = true } = given;
      const id = newId();
      await em.execute(
        `insert into users (id, email, name, time_zone, wrapped_key, created_at, email_confirmed_at)
         values (?, ?, ?, 'UTC', '', now(), ?)`,
        [id, `${name}@example.com`, name, confirmed ? lastCheckIn : null],
      );
      await em.execute(
        `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, missed_at,
           next_step_at, revision, synced_revision) values (?, true, 30, 3, ?, 'missed', now(), now() + interval '1 day', 4, 4)`,
        [id, lastCheckIn],
      );
      if (contact)
        await em.execute(
          "insert into trusted_contacts (id, owner_id, name, email, created_at) values (?, ?, 'Rui', 'rui@example.com', now())",
          [newId(), id],
        );
      if (content)
        await em.execute(
          `insert into contents (id, owner_id, type, head, body, content_type, size, is_public, is_emergency, created_at)
           values (?, ?, 'text', '', '', 'text/plain', 0, false, true, now())`,
          [newId(), id],
        );
      await em.execute(
        `insert into emergency_mails (id, owner_id, episode, kind, index, state, created_at, tries, next_try_at)
         values (?, ?, 1, 'missed', 0, 'waiting', now(), 0, now())`,
        [newId(), id],
      );
    };
    await plant('runs', {});
    await plant('unconfirmed', { confirmed: false });
    await plant('alone', { contact: false });
    await plant('empty', { content: false });
    await migrate(url, '0009-blocked-protocols');
    const rows = await em.execute(
      `select u.name, p.is_blocked, p.stage, p.last_check_in as at, p.next_step_at is null as rests, p.revision, m.state
       from emergency_protocols p join users u on u.id = p.owner_id join emergency_mails m on m.owner_id = u.id order by u.name`,
    );
    const of = (name: string, isBlocked: boolean) => ({
      name,
      is_blocked: isBlocked,
      stage: 'missed',
      at: new Date(lastCheckIn),
      rests: isBlocked,
      revision: isBlocked ? 5 : 4,
      state: isBlocked ? 'withdrawn' : 'waiting',
    });
    expect(rows.map((row) => ({ ...row, at: new Date(row.at) }))).toEqual([
      of('alone', true),
      of('empty', true),
      of('runs', false),
      of('unconfirmed', true),
    ]);
    await orm.close(true);
    await administer(postgresUrl, 'drop database of_armed_before with (force)');
  });

  it('gives each foreign key an explicit rule for deletion', async () => {
    const rules = await stage.orm.em
      .fork()
      .execute<{ conname: string; confdeltype: string }[]>(
        "select conname, confdeltype from pg_constraint where contype = 'f'",
      );
    expect(rules.length).toBeGreaterThan(5);
    // "a" is the silent default: no action.
    expect(rules.filter(({ confdeltype }) => confdeltype === 'a')).toEqual([]);
  });

  it('has an index for each foreign key, so that deleting an account reads no whole table', async () => {
    const unindexed = await stage.orm.em.fork().execute<{ conname: string }[]>(
      `select conname from pg_constraint k where contype = 'f' and not exists (
         select 1 from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and i.indpred is null)`,
    );
    expect(unindexed).toEqual([]);
  });

  it('refuses contradictory rows', async () => {
    const person = await createPerson(stage.context());
    const { id } = await scheduleDelivery(stage.context(), person.id, scheduleOf(person.letter.id));
    const em = stage.orm.em.fork();
    for (const change of [
      'next_attempt_at = null',
      "status = 'sent'",
      "status = 'failed', next_attempt_at = null, finished_at = now()",
      "status = 'lost'",
    ]) {
      await expect(em.execute(`update deliveries set ${change} where id = ?`, [id])).rejects.toThrow(/constraint/);
    }
  });

  it('reveals neither titles nor letters in a dump', async () => {
    const person = await createPerson(stage.context(), 'Zuleika Quintanilha');
    await scheduleDelivery(stage.context(), person.id, scheduleOf(person.letter.id));
    const em = stage.orm.em.fork();
    let dump = '';
    for (const table of ['users', 'sessions', 'contents', 'deliveries', 'delivery_contents', 'timeline']) {
      const rows = await em.execute<Record<string, unknown>[]>(`select * from ${table}`);
      for (const value of rows.flatMap((row) => Object.values(row)))
        dump += `${Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)}\n`;
    }
    expect(dump).toContain('ana@example.com');
    for (const secret of ['How we chose your name', 'Dear Ana', 'Still here', person.cookieSecret, 'stillhere'])
      expect(dump).not.toContain(secret);
  });
});
