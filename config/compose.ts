/** Puts the parts together, the same for the web process and the worker: which adapter stands behind which port. */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { publicCheckInPage } from '#adapters/check-in-page.ts';
import { dnsAddresses, dnsMailServers } from '#adapters/dns.ts';
import { googleIdentity } from '#adapters/google.ts';
import { postgresRateLimiter } from '#adapters/rate-limiter.ts';
import { s3ObjectStore } from '#adapters/s3.ts';
import { sendgridEmail, sendgridEvents } from '#adapters/sendgrid.ts';
import { stripePayments } from '#adapters/stripe.ts';
import { twilioSms, twilioSmsWarnings, twilioWhatsApp, twilioWhatsAppWarnings } from '#adapters/twilio.ts';
import { twilioEvents } from '#adapters/twilio-statuses.ts';
import { httpWebhooks } from '#adapters/webhooks.ts';
import { initOrm, ping } from '#db/orm.ts';
import { SECOND } from '#domain/time/durations.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import type { CheckInPage } from '#services/ports/check-in-page.ts';
import type { IdentityProvider } from '#services/ports/identity-provider.ts';
import type { MailServers } from '#services/ports/mail-servers.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import type { Payments } from '#services/ports/payments.ts';
import type { ReadProviderEvents } from '#services/ports/provider-events.ts';
import type { RateLimiter } from '#services/ports/rate-limiter.ts';
import type { AskStatus, EmailSender, SmsSender, WarningPhones, WhatsAppSender } from '#services/ports/senders.ts';
import type { WebhookSender } from '#services/ports/webhooks.ts';
import type { Env, StorageEnv } from './env.ts';

/** A person looks at an empty page meanwhile. */
const GOOGLE_TIMEOUT = 5 * SECOND;
const STRIPE_TIMEOUT = 8 * SECOND;
const DNS_TIMEOUT = 2 * SECOND;
const WEBHOOK_TIMEOUT = 10 * SECOND;
/** An owner who waits longer has given up. */
const PAGE_TIMEOUT = 10 * SECOND;

/** Everything a process works with. */
export interface Composition {
  orm: MikroORM;
  /** A fork for one request, activity or transaction. */
  fork(): EntityManager;
  keyring: Keyring;
  email: EmailSender;
  /** Null where it is not set up. */
  whatsapp: WhatsAppSender | null;
  /** Null where it is not set up. */
  sms: SmsSender | null;
  /** By which owners' phones are warned. */
  phones: WarningPhones;
  /** Null where neither is set up. */
  askStatus: AskStatus | null;
  readSendgridEvents: ReadProviderEvents;
  /** Null where neither is set up. */
  readTwilioEvents: ReadProviderEvents | null;
  objects: ObjectStore;
  /** Null where it is not set up. */
  google: IdentityProvider | null;
  /** Null where it is not set up. */
  payments: Payments | null;
  limiter: RateLimiter;
  /** Null where domains are not looked up. */
  mailServers: MailServers | null;
  webhooks: WebhookSender;
  /** Whether webhooks may lead to this machine itself. */
  callsLocalhost: boolean;
  /** Null where the web process itself says that people can reach it. */
  checkInPage: CheckInPage | null;
  /** What readiness depends on, by the name that is reported when it is missing. */
  checks: Record<'database' | 'storage', () => Promise<unknown>>;
  close(): Promise<void>;
}

/**
 * @param env the parsed environment
 * @throws Error when the key ring or a key in the environment cannot be used; not when a service is down
 */
export async function compose(env: Env): Promise<Composition> {
  const orm = await initOrm(env.DATABASE_URL, { pool: env.DATABASE_POOL });
  const fork = () => orm.em.fork();
  const objects = objectsOf(env);
  const limiter = postgresRateLimiter(env.DATABASE_URL, env.COUNTER_TIMEOUT_SECONDS * SECOND);
  return {
    orm,
    fork,
    keyring: new Keyring(env.MASTER_KEYS),
    email: sendgridEmail({
      apiKey: env.SENDGRID_API_KEY,
      baseUrl: env.SENDGRID_BASE_URL,
      from: env.MAIL_FROM,
      timeout: env.PROVIDER_TIMEOUT_SECONDS * SECOND,
    }),
    ...twilioOf(env),
    readSendgridEvents: sendgridEvents(env.SENDGRID_WEBHOOK_PUBLIC_KEY),
    objects,
    google: googleOf(env),
    payments: paymentsOf(env),
    limiter,
    mailServers: env.DNS_SERVERS && dnsMailServers({ servers: env.DNS_SERVERS, timeout: DNS_TIMEOUT }),
    webhooks: httpWebhooks({
      resolve: dnsAddresses({ servers: env.DNS_SERVERS, timeout: DNS_TIMEOUT }),
      deadline: () => AbortSignal.timeout(WEBHOOK_TIMEOUT),
      toLocalhost: env.WEBHOOKS_TO_LOCALHOST,
    }),
    callsLocalhost: env.WEBHOOKS_TO_LOCALHOST,
    checkInPage:
      env.AVAILABILITY_PROBE === 'outside'
        ? publicCheckInPage({ origin: env.APP_ORIGIN, timeout: PAGE_TIMEOUT })
        : null,
    checks: { database: () => ping(fork()), storage: () => objects.check() },
    async close() {
      objects.close();
      await limiter.close();
      await orm.close(true);
    },
  };
}

/** The database and the object store, for a command that needs nothing else. @param url a postgres:// address */
export async function composeStorage(url: string, env: StorageEnv) {
  const orm = await initOrm(url, { pool: 2 });
  const objects = objectsOf(env);
  return {
    fork: (): EntityManager => orm.em.fork(),
    objects,
    async close(): Promise<void> {
      objects.close();
      await orm.close(true);
    },
  };
}

function objectsOf(env: StorageEnv) {
  return s3ObjectStore({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  });
}

function googleOf(env: Env): IdentityProvider | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  return googleIdentity({
    issuer: env.GOOGLE_ISSUER,
    clientId,
    clientSecret,
    appOrigin: env.APP_ORIGIN,
    timeout: GOOGLE_TIMEOUT,
  });
}

function twilioOf(env: Env): Pick<Composition, 'whatsapp' | 'sms' | 'phones' | 'askStatus' | 'readTwilioEvents'> {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, APP_ORIGIN: appOrigin } = env;
  const {
    TWILIO_WHATSAPP_FROM: from,
    TWILIO_CONTENT_SID: contentSid,
    TWILIO_CONTENT_SIDS: contentSids,
    TWILIO_SMS_FROM: smsFrom,
  } = env;
  if (!accountSid || !authToken)
    return {
      whatsapp: null,
      sms: null,
      phones: { whatsapp: null, sms: null },
      askStatus: null,
      readTwilioEvents: null,
    };
  const timeout = env.PROVIDER_TIMEOUT_SECONDS * SECOND;
  const account = { accountSid, authToken, appOrigin, timeout, baseUrl: env.TWILIO_BASE_URL };
  const whatsapp = from && contentSid ? twilioWhatsApp({ ...account, from, contentSid, contentSids }) : null;
  const sms = smsFrom ? twilioSms({ ...account, from: smsFrom }) : null;
  const { TWILIO_WARNING_CONTENT_SID: warningSid } = env;
  const phones = {
    whatsapp: from && warningSid ? twilioWhatsAppWarnings({ ...account, from, contentSid: warningSid }) : null,
    sms: smsFrom ? twilioSmsWarnings({ ...account, from: smsFrom }) : null,
  };
  // A status is asked for by the message's id, whatever its channel.
  const askStatus = (whatsapp ?? sms)?.ask ?? null;
  return { whatsapp, sms, phones, askStatus, readTwilioEvents: twilioEvents(account) };
}

function paymentsOf(env: Env): Payments | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_BASE_URL: baseUrl } = env;
  if (!secretKey || !webhookSecret) return null;
  return stripePayments({ secretKey, webhookSecret, baseUrl, timeout: STRIPE_TIMEOUT });
}
