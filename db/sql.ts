/** Pieces of SQL that the typed builder does not have. */
import { type AliasedRawBuilder, type Expression, type RawBuilder, sql } from 'kysely';

/** @returns the right side of `id = …` for any of these ids; with no ids, no row matches */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}

/** @returns the right side of `hash = …` for any of these hashes; with none, no row matches */
export function anyHashOf(hashes: readonly Buffer[]): RawBuilder<Buffer> {
  return sql<Buffer>`any(${hashes}::bytea[])`;
}

/** @returns a value for a column of JSON */
export function asJson<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${JSON.stringify(value)}::jsonb`;
}

/** How many rows there are. A number; Kysely's own `countAll` gives text. */
export const COUNT: RawBuilder<number> = sql`count(*)::int`;

/** @returns an address without its tag, as `mailboxOf` gives it; deliveries have an index for it */
export function mailbox(email: Expression<string>): RawBuilder<string> {
  return sql`regexp_replace(${email}, '[+][^@]*', '')`;
}

/** @returns the right side of `text = …` for any of these texts */
export function anyText(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${texts}::text[])`;
}

type PostgresType<Value> =
  NonNullable<Value> extends string
    ? 'uuid' | 'text'
    : NonNullable<Value> extends number
      ? 'integer'
      : NonNullable<Value> extends boolean
        ? 'boolean'
        : NonNullable<Value> extends Date
          ? 'timestamptz'
          : 'jsonb';

/**
 * Rows of ours as a table of a statement: one parameter, however many rows there are.
 * @param alias what the statement calls the table
 * @param columns the Postgres type of each column
 */
export function recordset<Row extends object, Alias extends string>(
  alias: Alias,
  rows: readonly Row[],
  columns: { [Name in keyof Row]-?: PostgresType<Row[Name]> },
): AliasedRawBuilder<Row, Alias> {
  const list = Object.entries<string>(columns).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`);
  const definition = sql`${sql.id(alias)}(${sql.join(list)})`;
  return sql<Row>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<Alias>(definition);
}
