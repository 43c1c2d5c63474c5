/** Statements that pages repeat are planned once by each connection, and find their rows by the same indexes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const namesOf = prepared((db, { ids, name }: { ids: string[]; name: string }) =>
  db.selectFrom('users').select(['id', 'name', 'created_at']).where('id', '=', anyOf(ids)).where('name', '=', name),
);

/** Every state it may be in stands in the statement itself. */
const emergencyContents = prepared((db, { ownerId }: { ownerId: string }) =>
  db
    .selectFrom('contents')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('is_emergency', '=', true)
    .where('type', 'in', ['text', 'audio'])
    .where('created_at', '<=', NOW)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

describe('a prepared statement', () => {
  it('gives the rows of the values of each call', async () => {
    const { em } = stage.context();
    const [ana, rui] = [await createPerson(stage.context(), 'Ana'), await createPerson(stage.context(), 'Rui')];
    const ids = [ana.id, rui.id];
    const named = async (name: string) => (await namesOf(em, { ids, name })).map(({ id }) => id);
    expect([await named('Ana'), await named('Rui'), await named('Nobody')]).toEqual([[ana.id], [rui.id], []]);
    const [row] = await namesOf(em, { ids, name: 'Ana' });
    expect(row?.created_at).toBeInstanceOf(Date);
  });

  it('is planned once by its connection, and has its constants in its text', async () => {
    await stage.orm.em.fork().transactional(async (tx) => {
      const { id } = await createPerson({ ...stage.context(), em: tx });
      for (let call = 0; call < 7; call++) await emergencyContents(tx, { ownerId: id });
      const [statement, ...others] = await tx.execute<{ statement: string; plans: number }[]>(
        `select statement, (generic_plans + custom_plans)::int as plans from pg_prepared_statements
         where statement like '%"is_emergency" = true%'`,
      );
      expect(others).toEqual([]);
      expect(statement).toEqual({ statement: expect.stringContaining(`in ('text', 'audio')`), plans: 7 });
      expect(statement?.statement.match(/\$\d/g)).toEqual(['$1']);
    });
  });

  it('finds rows by a partial index when one plan serves all calls', async () => {
    await stage.orm.em.fork().transactional(async (tx) => {
      await tx.execute('set local plan_cache_mode = force_generic_plan');
      await tx.execute('set local enable_seqscan = off');
      await emergencyContents(tx, { ownerId: crypto.randomUUID() });
      const [known] = await tx.execute<{ name: string }[]>(
        `select name from pg_prepared_statements where statement like '%"is_emergency" = true%'`,
      );
      const plan = await tx.execute<object[]>(`explain execute "${known?.name}" ('${crypto.randomUUID()}')`);
      expect(JSON.stringify(plan)).toContain('contents_emergency');
    });
  });

  it('sees the changes of the transaction that it runs in', async () => {
    const { id } = await createPerson(stage.context(), 'Before');
    await stage.orm.em.fork().transactional(async (tx) => {
      await query(tx).updateTable('users').set({ name: 'After' }).where('id', '=', id).execute();
      expect(await namesOf(tx, { ids: [id], name: 'After' })).toHaveLength(1);
      expect(await namesOf(stage.context().em, { ids: [id], name: 'After' })).toEqual([]);
    });
  });
});
