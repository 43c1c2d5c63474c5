import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressAs } from '#db/roles.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { record } from '#services/append-record.ts';
import { newId } from '#services/ids.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';
import { happen, hashByHand } from './chain.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

const ask = <Row extends object>(sql: string, params: unknown[] = []) =>
  stage.orm.em.fork().execute<Row[]>(sql, params);

interface Row {
  seq: number;
  at: string;
  kind: string;
  data: string;
  prev: string;
  hash: string;
}

const rowsOf = (id: string) =>
  ask<Row>(
    `select seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, data,
       encode(prev, 'hex') as prev, encode(hash, 'hex') as hash from record_entries where account_id = ? order by seq`,
    [id],
  );
const kindsOf = async (id: string) => (await rowsOf(id)).map(({ kind }) => kind);
const person = () => createPerson(stage.context());

describe('the record of an account', () => {
  it('begins with the account, numbers entries from 1, and each hashes the one before', async () => {
    const { id } = await person();
    const rows = await rowsOf(id);
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['account-signed-up', 'account-signed-in', 'content-created']),
    );
    expect(rows[0]).toMatchObject({ seq: 1, kind: 'account-signed-up', prev: '0'.repeat(64) });
    for (const [index, row] of rows.entries()) {
      expect(row.seq).toBe(index + 1);
      expect(row.prev).toBe(rows[index - 1]?.hash ?? '0'.repeat(64));
      expect(row.hash).toBe(hashByHand(row));
    }
  });

  it('of an account that is older than the record begins by saying so', async () => {
    const { id } = await person();
    await ask('delete from record_entries where account_id = ?', [id]);
    await happen(stage.orm, id, 'contact-added', 'contact-removed');
    expect(await kindsOf(id)).toEqual(['record-began', 'contact-added', 'contact-removed']);
  });

  it('has no entry of a transaction that failed, whole or in part', async () => {
    const { id } = await person();
    const before = await kindsOf(id);
    const failing = stage.orm.em.fork().transactional(async (tx) => {
      record(tx, id, 'contact-added');
      throw new Error('as it was');
    });
    await expect(failing).rejects.toThrow('as it was');
    await stage.orm.em.fork().transactional(async (tx) => {
      record(tx, id, 'contact-tested');
      const inner = tx.transactional(async (nested) => {
        record(nested, id, 'contact-added');
        throw new Error('as it was');
      });
      await expect(inner).rejects.toThrow('as it was');
      await tx.transactional(async (nested) => record(nested, id, 'contact-removed'));
    });
    expect(await kindsOf(id)).toEqual([...before, 'contact-tested', 'contact-removed']);
  });

  it('refuses an event outside of a transaction', async () => {
    expect(() => record(stage.orm.em.fork(), newId(), 'contact-added')).toThrow('transaction');
  });

  it('has no gap and no fork when many transactions append at once', async () => {
    const { id } = await person();
    const before = (await rowsOf(id)).length;
    await Promise.all(Array.from({ length: 25 }, () => happen(stage.orm, id, 'contact-added', 'contact-tested')));
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(before + 50);
    for (const [index, row] of rows.entries()) {
      expect([row.seq, row.prev]).toEqual([index + 1, rows[index - 1]?.hash ?? '0'.repeat(64)]);
    }
  });

  it('lets transactions end that append to the same accounts in opposite orders', async () => {
    const [one, other] = [await person(), await person()];
    const both = (ids: readonly string[]) =>
      stage.orm.em.fork().transactional(async (tx) => {
        for (const id of ids) record(tx, id, 'contact-added');
      });
    const orders = Array.from({ length: 20 }, (_, n) => (n % 2 ? [one.id, other.id] : [other.id, one.id]));
    await Promise.all(orders.map(both));
    expect((await kindsOf(one.id)).filter((kind) => kind === 'contact-added')).toHaveLength(20);
    expect((await kindsOf(other.id)).filter((kind) => kind === 'contact-added')).toHaveLength(20);
  });

  it('is not locked before the end of a transaction, so rows can be locked after an event', async () => {
    const { id, letter } = await person();
    await stage.orm.em.fork().transactional(async (tx) => {
      record(tx, id, 'contact-added');
      // Another one appends and ends meanwhile, and holds a row that this one locks later.
      await stage.orm.em.fork().transactional(async (other) => {
        await other.execute('select 1 from contents where id = ? for update', [letter.id]);
        record(other, id, 'contact-tested');
      });
      await tx.execute('select 1 from contents where id = ? for update', [letter.id]);
    });
    expect((await kindsOf(id)).slice(-2)).toEqual(['contact-tested', 'contact-added']);
  });

  it('is deleted with its account, and nothing is appended afterwards', async () => {
    const { id } = await person();
    const [session] = await ask<{ id: string }>('select id from sessions where user_id = ?', [id]);
    const late = stage.orm.em.fork().transactional(async (tx) => {
      record(tx, id, 'contact-added');
      await deleteAccount(stage.context(), { accountId: id, sessionId: session?.id ?? '', password: 'stillhere' });
    });
    await late;
    expect(await rowsOf(id)).toEqual([]);
    expect(await ask('select 1 from users where id = ?', [id])).toEqual([]);
  });

  it('that is being appended to is deleted after that, without a deadlock', async () => {
    const { id } = await person();
    const deleting = await stage.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select append_record(array[?]::uuid[], array[?], array[?])', [id, 'contact-added', '{}']);
      const ending = stage.orm.em
        .fork()
        .transactional((other) => other.execute('delete from users where id = ?', [id]));
      await eventually(
        () => ask("select 1 from pg_stat_activity where wait_event = 'advisory' and datname = current_database()"),
        (waiting) => waiting.length > 0,
      );
      return { ending };
    });
    await deleting.ending;
    expect(await rowsOf(id)).toEqual([]);
  });
});

describe('the roles of our processes', () => {
  it.each(['web', 'worker'] as const)('%s can append and read, and Postgres refuses it the rest', async (role) => {
    const { id } = await person();
    const before = await rowsOf(id);
    const client = new Client({ connectionString: addressAs(role, stage.url) });
    await client.connect();
    try {
      for (const statement of [
        "update record_entries set kind = 'contact-added'",
        'delete from record_entries',
        'truncate record_entries',
        'alter table record_entries disable trigger all',
        'drop table record_entries',
        "update record_roots set day = '2000-01-01'",
        'delete from record_roots',
        'truncate record_roots',
        'drop trigger users_delete_record on users',
        'create or replace function delete_record() returns trigger language plpgsql as $$ begin return null; end $$',
      ])
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      // What deletes the record of a deleted account is no function to call.
      await expect(client.query('select delete_record()')).rejects.toThrow(/trigger/);
      await client.query('select append_record(array[$1]::uuid[], array[$2], array[$3])', [id, 'contact-added', '{}']);
      expect((await client.query('select 1 from record_entries where account_id = $1', [id])).rowCount).toBe(
        before.length + 1,
      );
    } finally {
      await client.end();
    }
  });
});
