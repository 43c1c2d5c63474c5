import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg, { type PoolConfig } from 'pg';

type Dialect = ReturnType<PostgreSqlConnection['createKyselyDialect']>;
type KyselyDriver = ReturnType<Dialect['createDriver']>;
type Held = Parameters<KyselyDriver['releaseConnection']>[0];

const { TIMESTAMPTZ } = pg.types.builtins;

/**
 * The driver of MikroORM, with two changes. It reads each instant as a `Date`, where MikroORM leaves it as text in rows that
 * are not entities. And it gives a connection back to the pool also where a transaction could not begin or could not
 * be rolled back. Kysely 0.29 keeps it then: each restart of Postgres would take as many connections from the pool, for
 * good, as there were transactions under way, until nobody could be answered.
 */
export class Driver extends PostgreSqlDriver {
  protected override readonly connection = new Connection(this.config);
}

class Connection extends PostgreSqlConnection {
  override mapOptions(overrides: PoolConfig): PoolConfig {
    const { types, ...options } = super.mapOptions(overrides);
    const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
      oid === TIMESTAMPTZ || !types ? pg.types.getTypeParser(oid, format) : types.getTypeParser(oid, format);
    return { ...options, types: { getTypeParser } };
  }

  override createKyselyDialect(overrides: Parameters<PostgreSqlConnection['createKyselyDialect']>[0]): Dialect {
    const dialect = super.createKyselyDialect(overrides);
    const createDriver = dialect.createDriver.bind(dialect);
    dialect.createDriver = () => givingBack(createDriver());
    return dialect;
  }
}

function givingBack(driver: KyselyDriver): KyselyDriver {
  const begin = driver.beginTransaction.bind(driver);
  const rollback = driver.rollbackTransaction.bind(driver);
  const orGiveBack = async (connection: Held, work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      // The pool throws away one that is broken.
      await driver.releaseConnection(connection);
      throw error;
    }
  };
  driver.beginTransaction = (connection, settings) => orGiveBack(connection, begin(connection, settings));
  driver.rollbackTransaction = (connection) => orGiveBack(connection, rollback(connection));
  return driver;
}
