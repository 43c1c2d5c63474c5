/** A page of a list of twenty thousand reads as many rows as it shows, wherever it begins. Compares query plans, not times. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initOrm } from '#db/orm.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { ListRequest } from '#services/contents/content-rows.ts';
import { cursorOf } from '#services/contents/cursor.ts';
import { listContents, listPublicContents } from '#services/contents/read-contents.ts';
import type { Context } from '#services/context.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { holds } from '#tests/spec/holds.ts';

const ITEMS = 20_000;
const LIMIT = 24;
/** After five, Postgres may choose one plan for all calls of a prepared statement. */
const CALLS = 8;
/** Sends the plan of each statement to the connection that ran it. */
const EXPLAIN = {
  client_min_messages: 'log',
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_format': 'json',
};

let stage: Awaited<ReturnType<typeof createStage>>;
let explained: MikroORM;
const plans: Plan[] = [];
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
beforeAll(async () => {
  const onPoolCreated = (pool: Pool) =>
    pool.on('connect', (client) =>
      client.on('notice', ({ message }) => {
        const [, plan] = /^duration: [\d.]+ ms {2}plan:\s*(\{.*\})\s*$/s.exec(message ?? '') ?? [];
        if (plan) plans.push((JSON.parse(plan) as { Plan: Plan }).Plan);
      }),
    );
  const options = Object.entries(EXPLAIN).map(([name, value]) => `-c ${name}=${value}`);
  explained = await initOrm(stage.url, { pool: 1, driverOptions: { options: options.join(' '), onPoolCreated } });
});
afterAll(async () => {
  await explained.close(true);
  await stage.close();
});

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

/** @returns the plans of a list's only statement, as often as one that serves all calls could have been chosen */
async function plansOf(list: (context: Context) => Promise<unknown>): Promise<Plan[][]> {
  for (let call = 0; call < CALLS; call++)
    await list({ ...stage.context(), em: explained.em.fork(), onBroken: () => {} });
  const made = plans.splice(0);
  expect(made).toHaveLength(CALLS);
  return made.map(nodesOf);
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
    for (const nodes of await plansOf((context) => listContents(context, ownerId, asked(type, page))))
      expectFlat(nodes, type ? 'contents_owner_type' : 'contents_owner');
  });
});

describe('the gallery', () => {
  it.each(PAGES)('reads no more rows than it shows: %s', async (_, type, page) => {
    holds('C-15');
    for (const nodes of await plansOf((context) => listPublicContents(context, asked(type, page))))
      expectFlat(nodes, type ? 'contents_public_type' : 'contents_public');
  });
});
