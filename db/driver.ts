import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg, { type PoolConfig } from 'pg';
import { statementName } from './prepared.ts';

type Dialect = ReturnType<PostgreSqlConnection['createKyselyDialect']>;
type KyselyDriver = ReturnType<Dialect['createDriver']>;
type KyselyConnection = Parameters<KyselyDriver['releaseConnection']>[0];

const { TIMESTAMPTZ } = pg.types.builtins;

/**
 * MikroORM's driver with three changes.
 * It names the statements of `db/prepared.ts`, so that each connection plans them once.
 * It reads each instant as a `Date`; MikroORM leaves it as text in rows that are not entities.
 * It releases a connection also when a transaction could not begin or roll back. Kysely 0.29 does not, so each restart of
 * Postgres would cost the pool one connection per open transaction, until no request gets one.
 */
export class Driver extends PostgreSqlDriver {
  protected override readonly connection = new Connection(this.config);
}

class Connection extends PostgreSqlConnection {
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
