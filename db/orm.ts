import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import { Driver } from './driver.ts';
import {
  AccountMail,
  ApiToken,
  ErasedAccount,
  Identity,
  KnownDevice,
  Picture,
  RecoveryCode,
  Secret,
  Session,
  TotpFactor,
  User,
} from './entities/accounts.ts';
import { RecordEntry, RecordLeaf, RecordRoot } from './entities/chains.ts';
import { Content, ContentVersion, StoredFile } from './entities/content.ts';
import { Correspondent, StoppedAddress } from './entities/correspondents.ts';
import { Delivery, DeliveryAttempt, DeliveryContent, ProviderEvent } from './entities/delivery.ts';
import { DuressHold, DuressPassword } from './entities/duress.ts';
import {
  Canary,
  ContactAct,
  ContactMail,
  DatabaseClockRow,
  EmergencyMail,
  EmergencyProtocol,
  Heartbeat,
  Outage,
  PlanItem,
  TrustedContact,
} from './entities/emergency.ts';
import { Job } from './entities/jobs.ts';
import { Parcel, ParcelShare } from './entities/parcels.ts';
import { Passkey, PasskeyChallenge } from './entities/passkeys.ts';
import { EngineStore, IdempotencyKey, Notice, TimelineEntry, ZoneRules } from './entities/record.ts';
import { Rehearsal, RehearsalMessage, RehearsalNudge } from './entities/rehearsals.ts';
import { BillingMail, Customer, GrantedCheckout, Subscription, WebhookReceipt } from './entities/subscription.ts';
import { Report, StorageUse, Thumbnail } from './entities/vault.ts';
import { WarningChannelRow, WarningMessage } from './entities/warnings.ts';
import { Webhook, WebhookMessage, WebhookSecret } from './entities/webhooks.ts';
import { MIGRATIONS } from './migrations/list.ts';

const ENTITIES = [
  User,
  Session,
  KnownDevice,
  ApiToken,
  Webhook,
  WebhookSecret,
  WebhookMessage,
  TotpFactor,
  RecoveryCode,
  DuressPassword,
  DuressHold,
  Passkey,
  PasskeyChallenge,
  Identity,
  Picture,
  ErasedAccount,
  Secret,
  AccountMail,
  TrustedContact,
  ContactMail,
  PlanItem,
  EmergencyProtocol,
  EmergencyMail,
  WarningChannelRow,
  WarningMessage,
  Rehearsal,
  RehearsalMessage,
  RehearsalNudge,
  Outage,
  Heartbeat,
  Canary,
  ContactAct,
  DatabaseClockRow,
  Correspondent,
  StoppedAddress,
  Content,
  ContentVersion,
  StoredFile,
  Parcel,
  ParcelShare,
  Thumbnail,
  StorageUse,
  Subscription,
  GrantedCheckout,
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
  RecordEntry,
  RecordLeaf,
  RecordRoot,
  EngineStore,
  ZoneRules,
  IdempotencyKey,
  Job,
];

/**
 * With these, a database that is down fails a request within seconds. The server enforces the last three: it ends the
 * statement and frees its locks. A client that only stopped listening would leave both behind. A transaction is idle while
 * the dispatcher waits for a slow engine, or when its host is gone.
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
 * Opens the database: one ORM per process, one fork per request or activity.
 * @param url a postgres:// address
 * @param options the size of the pool, and options that a test overrides
 */
export function initOrm(url: string, options: { pool?: number } & Options = {}): Promise<MikroORM> {
  const { pool = 10, driverOptions = {}, ...rest } = options;
  return MikroORM.init({
    driver: Driver,
    clientUrl: url,
    entities: ENTITIES,
    driverOptions: { ...TIMEOUTS, max: pool, ...driverOptions },
    pool: { min: 0, max: pool },
    forceUtcTimezone: true,
    extensions: [Migrator],
    migrations: { silent: true, migrationsList: MIGRATIONS, snapshot: false, transactional: true, allOrNothing: false },
    ...rest,
  });
}

/** Asks the database to answer. @throws when it cannot be reached */
export async function ping(em: EntityManager): Promise<void> {
  await em.execute('select 1');
}
