/** How the product writes queries: docs/decisions/0066. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
/** The product, but for `db`. */
const FOLDERS = ['adapters', 'app', 'config', 'domain', 'messages', 'services', 'worker', 'workflows'];
const SOURCES = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`),
  { cwd: ROOT },
).map((file) => ({ file, source: readFileSync(resolve(ROOT, file), 'utf8') }));

/** A typed query executes without an argument. */
function hasSqlText(source: string): boolean {
  return /\.execute(?:<[\s\S]*?>)?\((?!\s*\))/.test(source);
}

/** Loads rows as entities, or changes them by the names of their properties. */
function loadsEntities(source: string): boolean {
  return /^import (?!type )[^;]*from '#db\/entities\//m.test(source);
}

/** Writes again what `db/instants.ts` and `db/sql.ts` have. */
function repeatsExpression(source: string): boolean {
  const clock = /(?<![.\w])now\(\)|clock_timestamp\(|::interval|\binterval '|make_interval/;
  const others = /count\(\*\)|\bany\(\$|jsonb_to_recordset\(/;
  return clock.test(source) || others.test(source);
}

const found = (isFound: (source: string) => boolean) =>
  SOURCES.filter(({ source }) => isFound(source)).map(({ file }) => file);

describe('outside of db', () => {
  it('no statement is text', () => {
    expect(SOURCES.length).toBeGreaterThan(500);
    expect(found(hasSqlText)).toEqual([]);
  });

  it('no entity is loaded: the typed builder reads and writes', () => {
    expect(found(loadsEntities)).toEqual([]);
  });

  it('no fragment writes a clock, a duration, a count, a list of ids or a list of rows again', () => {
    expect(found(repeatsExpression)).toEqual([]);
  });
});

describe('these checks', () => {
  it('find each way to run SQL as text', () => {
    const typed = "await query(em).selectFrom('users').select('id').execute();";
    expect([typed, `${typed}\nrows.execute<Row>();`].filter(hasSqlText)).toEqual([]);
    const texts = [
      "em.execute('select 1')",
      'tx.execute<{ id: string; list: Array<string> }[]>(\n  `select 1`,\n)',
      'sql`select 1`.execute(query(em))',
    ];
    expect(texts.filter(hasSqlText)).toEqual(texts);
  });

  it('find an entity that is imported as a value', () => {
    expect(loadsEntities("import type { JobKind } from '#db/entities/jobs.ts';")).toBe(false);
    expect(loadsEntities("import { a } from 'a';\nimport { Job, type JobKind } from '#db/entities/jobs.ts';")).toBe(
      true,
    );
  });

  it('find an expression that is written again', () => {
    expect(repeatsExpression('Date.now(); NOW; before(CLOCK_NOW, DAY); fn.any(ids); COUNT')).toBe(false);
    const fragments = [
      'sql`now()`',
      'sql`least(clock_timestamp(), now)`',
      "sql`now - '5 minutes'::interval`",
      "sql`now - interval '1 day'`",
      'sql`make_interval(secs => 1)`',
      'sql<number>`count(*)::int`',
      'sql`any($',
      "sql`jsonb_to_recordset('[]')`",
    ];
    expect(fragments.filter(repeatsExpression)).toEqual(fragments);
  });
});
