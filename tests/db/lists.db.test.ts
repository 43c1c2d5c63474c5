/** A page of a list of twenty thousand reads as many rows as it shows, wherever it begins. Compares query plans, not times. */
import { type KyselyPlugin, QueryNode, SelectQueryNode, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentType } from '#domain/content/content.ts';
import { cursorOf } from '#services/contents/cursor.ts';
import { type ListRequest, listContents, listPublicContents } from '#services/contents/read-contents.ts';
import type { Context } from '#services/context.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { holds } from '#tests/spec/holds.ts';

const ITEMS = 20_000;
const LIMIT = 24;

let stage: Awaited<ReturnType<typeof createStage>>;
let ownerId: string;
/** The cursors of a page in the middle of everything, and of one in the middle of the pictures. */
const middle: Record<string, string> = {};
beforeAll(async () => {
  stage = await createStage();
  ownerId = (await createPerson(stage.context())).id;
  const others = (await createPerson(stage.context())).id;
  // Counting forty thousand rows one by one is not under test.
  await stage.orm.em.fork().execute('alter table contents disable trigger contents_count_storage');
  await plant(ownerId);
  await plant(others);
  const em = stage.orm.em.fork();
  await em.execute('analyze');
  for (const type of ['text', 'image']) {
    const [row] = await em.execute<{ id: string; created_at: Date }[]>(
      `select id, created_at from contents where owner_id = ? and type = ? order by created_at desc
       offset (select count(*) / 2 from contents where owner_id = ? and type = ?) limit 1`,
      [ownerId, type, ownerId, type],
    );
    if (row) middle[type] = cursorOf({ id: row.id, createdAt: new Date(row.created_at) });
  }
});
afterAll(() => stage.close());

/** Letters, a few pictures among them with their thumbnails, and two films; every other one is public. */
async function plant(owner: string): Promise<void> {
  await stage.orm.em.fork().execute(
    `with planted as (
       select n, gen_random_uuid() as id, case when n in (100, ${ITEMS - 100}) then 'video' when n % 10 = 0 then 'image' else 'text' end as type,
         now() - n * interval '1 minute' as at, gen_random_uuid() as file from generate_series(1, ${ITEMS}) n
     ), stored as (
       insert into files (id, owner_id, storage_key, state, reserved, seal_header, size, content_mac, content_type, created_at, touched_at)
       select file, ?, file::text, 'ready', 0, '\\x00', 1, '\\x00', 'image/png', at, at from planted where type <> 'text' returning id
     ), seen as (
       insert into thumbnails (file_id, state, width, height, sealed) select id, 'ready', 4, 3, '\\x00' from stored
     )
     insert into contents (id, owner_id, type, head, body, file_id, content_type, size, is_public, is_emergency, created_at)
     select id, ?, type, '\\x00', case type when 'text' then '\\x00'::bytea end, case when type <> 'text' then file end,
       'text/plain', 1, n % 2 = 0, false, at from planted`,
    [owner, owner],
  );
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** @returns the plan of a list's only query */
async function planOf(list: (context: Context) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = [];
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) =>
      SelectQueryNode.is(node) ? QueryNode.cloneWithExplain(node, 'json', sql`analyze`) : node,
    async transformResult({ result }) {
      for (const row of result.rows) plans.push((row['QUERY PLAN'] as [{ Plan: Plan }])[0].Plan);
      return { ...result, rows: [] };
    },
  };
  const builder = stage.orm.em.fork().getKysely().withPlugin(explaining);
  await list({ ...stage.context(), em: Object.assign(stage.orm.em.fork(), { getKysely: () => builder }) });
  const [plan] = plans;
  if (!plan || plans.length > 1) throw new Error(`A list made ${plans.length} queries.`);
  return nodesOf(plan);
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const PAGES: [string, ContentType | null, 'first' | 'middle'][] = [
  ['the first page', null, 'first'],
  ['a page in the middle', null, 'middle'],
  ['the first page of a type', 'image', 'first'],
  ['a page in the middle of a type', 'image', 'middle'],
  ['a type of which there is hardly anything', 'video', 'first'],
];
const asked = (type: ContentType | null, page: string): ListRequest => ({
  limit: LIMIT,
  type,
  cursor: page === 'middle' ? (middle[type ?? 'text'] ?? null) : null,
});

function expectFlat(nodes: Plan[], index: string): void {
  expect(nodes.map((node) => node['Node Type'])).not.toContainEqual(expect.stringMatching(/Sort/));
  const contents = nodes.filter((node) => node['Relation Name'] === 'contents');
  expect(contents).toHaveLength(1);
  expect(contents[0]).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': index });
  expect(contents[0]).not.toHaveProperty('Rows Removed by Filter');
  for (const node of nodes) expect(node['Actual Rows']).toBeLessThanOrEqual(LIMIT + 1);
}

describe('a list of own content', () => {
  it.each(PAGES)('reads no more rows than it shows: %s', async (_, type, page) => {
    holds('C-15');
    const nodes = await planOf((context) => listContents(context, ownerId, asked(type, page)));
    expectFlat(nodes, type ? 'contents_owner_type' : 'contents_owner');
  });
});

describe('the gallery', () => {
  it.each(PAGES)('reads no more rows than it shows: %s', async (_, type, page) => {
    holds('C-15');
    const nodes = await planOf((context) => listPublicContents(context, asked(type, page)));
    expectFlat(nodes, type ? 'contents_public_type' : 'contents_public');
  });
});
