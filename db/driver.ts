import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg, { type PoolConfig } from 'pg';
import { appendPending, passPending } from './append-record.ts';
import { statementName } from './prepared.ts';

type Dialect = ReturnType<PostgreSqlConnection['createKyselyDialect']>;
type KyselyDriver = ReturnType<Dialect['createDriver']>;
type KyselyConnection = Parameters<KyselyDriver['releaseConnection']>[0];
type Begin = PostgreSqlConnection['begin'];
type Commit = PostgreSqlConnection['commit'];

const { TIMESTAMPTZ } = pg.types.builtins;

/**
 * MikroORM's driver with four changes.
 * It names the statements of `db/prepared.ts`, so that each connection plans them once.
 * It reads each instant as a `Date`; MikroORM leaves it as text in rows that are not entities.
 * It appends the events of a transaction to the record, as the last statement before the commit.
 * It releases a connection also when a transaction could not begin or roll back. Kysely 0.29 does not, so each restart of
 * Postgres would cost the pool one connection per open transaction, until no request gets one.
 */
export class Driver extends PostgreSqlDriver {
  protected override readonly connection = new Connection(this.config);
}

class Connection extends PostgreSqlConnection {
  readonly #outerOf = new WeakMap<object, object>();

  override async begin(options: Parameters<Begin>[0] = {}): ReturnType<Begin> {
    const transaction = await super.begin(options);
    if (options.ctx) this.#outerOf.set(transaction, options.ctx);
    return transaction;
  }

  override async commit(
    transaction: Parameters<Commit>[0],
    ...rest: DropFirst<Parameters<Commit>>
  ): ReturnType<Commit> {
    const outer = this.#outerOf.get(transaction);
    if (outer) passPending(transaction, outer);
    else if (!transaction.isRolledBack) await appendPending(transaction);
    return super.commit(transaction, ...rest);
  }

  override mapOptions(overrides: PoolConfig): PoolConfig {
    const { types, ...options } = super.mapOptions(overrides);
    const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
      oid === TIMESTAMPTZ || !types ? pg.types.getTypeParser(oid, format) : types.getTypeParser(oid, format);
    return { ...options, Client: NamingClient, types: { getTypeParser } } as PoolConfig;
  }

  override createKyselyDialect(overrides: Parameters<PostgreSqlConnection['createKyselyDialect']>[0]): Dialect {
    const dialect = super.createKyselyDialect(overrides);
    const createDriver = dialect.createDriver.bind(dialect);
    dialect.createDriver = () => releasingAlways(createDriver());
    return dialect;
  }
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

class NamingClient extends pg.Client {
  // One of many overloads: the others pass through.
  override query(statement: unknown, ...rest: unknown[]): never {
    const name = typeof statement === 'string' ? statementName(statement) : undefined;
    return (super.query as (...args: unknown[]) => never)(name ? { name, text: statement } : statement, ...rest);
  }
}

function releasingAlways(driver: KyselyDriver): KyselyDriver {
  const begin = driver.beginTransaction.bind(driver);
  const rollback = driver.rollbackTransaction.bind(driver);
  const releaseOnError = async (connection: KyselyConnection, work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      // The pool discards a broken connection.
      await driver.releaseConnection(connection);
      throw error;
    }
  };
  driver.beginTransaction = (connection, settings) => releaseOnError(connection, begin(connection, settings));
  driver.rollbackTransaction = (connection) => releaseOnError(connection, rollback(connection));
  return driver;
}
