import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { Driver } from './driver.ts';
import { AccountMail, Identity, Picture, Secret, Session, User } from './entities/accounts.ts';
import { Content, StoredFile } from './entities/content.ts';
import { Delivery, DeliveryAttempt, DeliveryContent, ProviderEvent } from './entities/delivery.ts';
import { EmergencyMail, EmergencyProtocol, Heartbeat, Outage, TrustedContact } from './entities/emergency.ts';
import { DoomedRun, EngineStore, IdempotencyKey, Notice, TimelineEntry, ZoneRules } from './entities/record.ts';
import {
  BillingMail,
  Customer,
  DoomedSubscription,
  GrantedCheckout,
  Subscription,
  WebhookReceipt,
} from './entities/subscription.ts';
import { DoomedObject, Report, StorageUse, Thumbnail } from './entities/vault.ts';
import { MIGRATIONS } from './migrations/list.ts';

/**
 * A database that is down says so within seconds. The limits are the server's own: it ends the statement and frees its
 * locks, where a client that only stops listening would leave both behind. Idle in a transaction is the dispatcher while
 * the engine is slow, and a host that is gone for good.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  lock_timeout: 8_000,
  statement_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * Opens the database: one ORM a process, one fork a request or activity.
 * @param url a postgres:// address
 * @param options a pool size, or what a test wants otherwise
 */
export function initOrm(url: string, options: { pool?: number } & Options = {}): Promise<MikroORM> {
  const { pool = 10, driverOptions = {}, ...rest } = options;
  return MikroORM.init({
    driver: Driver,
    clientUrl: url,
    entities: [
      User,
      Session,
      Identity,
      Picture,
      Secret,
      AccountMail,
      TrustedContact,
      EmergencyProtocol,
      EmergencyMail,
      Outage,
      Heartbeat,
      Content,
      StoredFile,
      Thumbnail,
      StorageUse,
      DoomedObject,
      Subscription,
      GrantedCheckout,
      DoomedSubscription,
      Customer,
      WebhookReceipt,
      BillingMail,
      Report,
      Delivery,
      DeliveryContent,
      DeliveryAttempt,
      ProviderEvent,
      Notice,
      TimelineEntry,
      EngineStore,
      ZoneRules,
      IdempotencyKey,
      DoomedRun,
    ],
    driverOptions: { ...TIMEOUTS, max: pool, ...driverOptions },
    pool: { min: 0, max: pool },
    forceUtcTimezone: true,
    extensions: [Migrator],
    migrations: { silent: true, migrationsList: MIGRATIONS, snapshot: false, transactional: true, allOrNothing: true },
    ...rest,
  });
}
