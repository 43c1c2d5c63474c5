/** Why queries are typed: a column that an entity does not declare fails the type check at each use. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ago, NOW } from '#db/instants.ts';
import type { Tables } from '#db/query.ts';

/** Compiles queries, without a database. */
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const created = new Date(0);

// Each directive below fails the type check when the line after it has no type error.
describe('a typed query', () => {
  it('reads only columns of its table', () => {
    expect(db.selectFrom('sessions').select('user_agent').compile().sql).toBe('select "user_agent" from "sessions"');
    // @ts-expect-error no such column: the entity names it userAgent, the database user_agent
    db.selectFrom('sessions').select('userAgent');
    // @ts-expect-error no such table
    expect(() => db.selectFrom('session').select('id')).not.toThrow();
    // @ts-expect-error a column of a table that is not joined
    db.selectFrom('sessions').select('users.email');
    // @ts-expect-error no such column to sort by
    db.selectFrom('sessions').select('id').orderBy('seen_at');
  });

  it('compares only columns of its table, with values of their type', () => {
    const { sql: text, parameters } = db.selectFrom('users').select('id').where('email', '=', 'a@b.example').compile();
    expect([text, parameters]).toEqual(['select "id" from "users" where "email" = $1', ['a@b.example']]);
    // @ts-expect-error no such column
    db.selectFrom('users').select('id').where('mail', '=', 'a@b.example');
    // @ts-expect-error an instant is a Date
    db.selectFrom('users').select('id').where('created_at', '<', '2026-01-01');
    // @ts-expect-error not one of the states that the entity names
    db.selectFrom('files').select('id').where('state', '=', 'done');
    // @ts-expect-error no such column to join on
    db.selectFrom('users').innerJoin('sessions', 'sessions.owner_id', 'users.id').select('users.id');
  });

  it('inserts only columns of its table, and every one that has no default', () => {
    const row = { id: 'x', user_id: 'y', issuer: 'z', subject: 's', created_at: created };
    expect(db.insertInto('identities').values(row).compile().parameters).toEqual(['x', 'y', 'z', 's', created]);
    // @ts-expect-error no such column
    db.insertInto('identities').values({ ...row, provider: 'google' });
    const { issuer: _, ...incomplete } = row;
    // @ts-expect-error a column is missing
    db.insertInto('identities').values(incomplete);
  });

  it('updates only columns of its table, with values of their type', () => {
    expect(db.updateTable('secrets').set({ used_at: null }).compile().sql).toBe('update "secrets" set "used_at" = $1');
    // @ts-expect-error no such column
    db.updateTable('secrets').set({ usedAt: null });
    // @ts-expect-error never null
    db.updateTable('secrets').set({ expires_at: null });
    // @ts-expect-error no such column to return
    db.updateTable('secrets').set({ used_at: null }).returning('uses');
  });

  it('checks the columns in its SQL functions as well', () => {
    const lower = db.selectFrom('users').select(({ ref }) => sql<string>`lower(${ref('email')})`.as('email'));
    expect(lower.compile().sql).toBe('select lower("email") as "email" from "users"');
    // @ts-expect-error no such column
    db.selectFrom('users').select(({ ref }) => sql<string>`lower(${ref('mail')})`.as('email'));
    // @ts-expect-error the clock is no text
    db.updateTable('users').set({ name: NOW });
    expect(db.deleteFrom('secrets').where('expires_at', '<', ago(1_500)).compile()).toMatchObject({
      sql: 'delete from "secrets" where "expires_at" < (now() - make_interval(secs => $1))',
      parameters: [1.5],
    });
  });
});
