/** Statements that pages repeat: built once, and planned once by each connection. */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { query, type Tables } from './query.ts';

/** Stands for a value that each call gives. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Writes placeholders as parameters, and every other value as a constant: a plan that serves all calls can then use the
 * partial indexes for that constant.
 */
class Compiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

/** Only builds. */
const BUILDER = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new Compiler(),
  },
});

const NAMES = new Map<string, string>();

/** @returns the name that the server knows a prepared statement by; undefined for any other statement */
export function statementName(text: string): string | undefined {
  return NAMES.get(text);
}

/** Runs a prepared statement, inside the transaction of `em` where it has one. */
type Prepared<Values, Row> = (em: EntityManager, values: Values) => Promise<Row[]>;

/**
 * Prepares a statement.
 * @param build builds it, at the first call. Of the values it may only put each where a value goes: they are placeholders
 * @see https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  const compile = () => {
    const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values;
    const statement = build(BUILDER, placeholders).compile();
    if (!NAMES.has(statement.sql)) NAMES.set(statement.sql, `prepared ${NAMES.size + 1}`);
    return { statement, names: (statement.parameters as Placeholder[]).map(({ name }) => name as keyof Values) };
  };
  let compiled: ReturnType<typeof compile> | undefined;
  return async (em, values) => {
    compiled ??= compile();
    const { statement, names } = compiled;
    const parameters = names.map((name) => values[name]);
    const { rows } = await query(em).executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}
