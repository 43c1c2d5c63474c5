import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { Session, User } from './entities/accounts.ts';
import { Content } from './entities/content.ts';
import { Delivery, DeliveryAttempt, DeliveryContent, ProviderEvent } from './entities/delivery.ts';
import { EngineStore, Notice, TimelineEntry } from './entities/record.ts';
import { MIGRATIONS } from './migrations/list.ts';

/**
 * Opens the database: one ORM a process, one fork a request or activity.
 * @param url a postgres:// address
 * @param options a pool size, or what a test wants otherwise
 */
export function initOrm(url: string, options: { pool?: number } & Options = {}): Promise<MikroORM> {
  const { pool = 10, ...rest } = options;
  return MikroORM.init({
    clientUrl: url,
    entities: [
      User,
      Session,
      Content,
      Delivery,
      DeliveryContent,
      DeliveryAttempt,
      ProviderEvent,
      Notice,
      TimelineEntry,
      EngineStore,
    ],
    // A database that is down answers within seconds, so that the caller can say so; nobody waits on it for minutes.
    driverOptions: { connectionTimeoutMillis: 5_000, query_timeout: 30_000, keepAlive: true, max: pool },
    pool: { min: 0, max: pool },
    forceUtcTimezone: true,
    extensions: [Migrator],
    migrations: { silent: true, migrationsList: MIGRATIONS, snapshot: false, transactional: true, allOrNothing: true },
    ...rest,
  });
}
