/**
 * The only reader of `process.env` in the product. Parsed once at the start, frozen, then passed on as a value:
 * a bad deploy fails at start with the name of the variable, never at the moment a letter is due.
 */
import { z } from 'zod';
import { LANGUAGES } from '#domain/language.ts';
import { LOCALES } from '#messages/say.ts';
import { refuseHalves, refuseInProduction, refusePeople } from './refusals.ts';
import { readVariables } from './variables.ts';

const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback);
const seconds = (fallback: number) => z.coerce.number().positive().max(86_400).default(fallback);
const origin = z.url().transform((value) => value.replace(/\/+$/, ''));
/** docker-compose.yml passes on what is not set as nothing. */
const unlessEmpty = z
  .string()
  .transform((value) => value || undefined)
  .optional();

/** How often, at most; 0 for no limit. */
const limit = (fallback: number) =>
  unlessEmpty.transform((value) => Number(value ?? fallback)).pipe(z.number().int().min(0).max(1_000_000));

const TEMPLATE = /^HX[0-9a-f]{32}$/i;

/** @param list `pt=HX...,fr=HX...` */
function readTemplates(list: string): Record<string, string> {
  const pairs = list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [...pair.split('=', 2).map((part) => part.trim()), ''].slice(0, 2)));
}

const shaped = (pattern: RegExp, error: string) => unlessEmpty.pipe(z.string().regex(pattern, error).optional());

const NODE_ENV_RULE = 'Set it to production where people use it, to development on your own machine';

const schema = z.object({
  /** Without a default: a production that forgot it would run without what protects people. */
  NODE_ENV: z.enum(['development', 'test', 'production'], NODE_ENV_RULE),
  /** The language of pages and mails. en-XA is made from English for tests, and refused in production. */
  APP_LANGUAGE: z.enum(LOCALES).default('en'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),

  /** Where the web process listens, and the address that people and links use. */
  PORT: port(3000),
  APP_ORIGIN: origin.optional(),
  /** Origins whose pages may call /api with a token, with commas between them. */
  API_CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(z.string().refine((one) => URL.parse(one)?.origin === one, 'Give origins, such as https://app.example')),
    ),
  /** The socket of the decoder service; without it, each process starts its decoders itself. */
  DECODER_SOCKET: unlessEmpty,
  /**
   * How we know that people can reach the check-in page: a worker opens it at APP_ORIGIN (`outside`), or the web process
   * says so itself, where a network cannot reach its own public address (`self`).
   */
  AVAILABILITY_PROBE: unlessEmpty.pipe(z.enum(['outside', 'self']).default('outside')),
  /** How many proxies of ours are in front: so many entries of X-Forwarded-For, from its end, are true. */
  TRUSTED_PROXIES: shaped(/^(\d|10)$/, 'Give a number from 0 to 10').transform((count) => Number(count ?? 0)),
  /** Health and metrics of the worker process. */
  WORKER_PORT: port(9464),

  /** With the role of the process: db/roles.ts. */
  DATABASE_URL: z.url(),
  /** With 1, no process starts unless Postgres waits for a standby with each commit. */
  REQUIRE_SYNC_STANDBY: unlessEmpty.pipe(z.enum(['0', '1']).default('0')).transform((value) => value === '1'),
  /** Sleep a little, connect again: how many connections one process may hold. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),

  TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  /** Temporal Cloud: an API key turns TLS on. */
  TEMPORAL_API_KEY: z.string().min(1).optional(),
  TEMPORAL_TLS: z.stringbool().default(false),

  S3_ENDPOINT: z.url(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().min(3).default('stillhere'),
  S3_ACCESS_KEY_ID: z.string().min(1),
  S3_SECRET_ACCESS_KEY: z.string().min(1),

  /** `id:base64,id:base64`, newest first; 32 bytes each. Old ones stay as long as anything sealed or linked with them does. */
  MASTER_KEYS: z.string().min(1),

  SENDGRID_API_KEY: z.string().min(1),
  SENDGRID_BASE_URL: origin.default('https://api.sendgrid.com'),
  /** The Event Webhook's verification key, base64 DER as SendGrid shows it. */
  SENDGRID_WEBHOOK_PUBLIC_KEY: z.string().min(1),
  MAIL_FROM: z.email().default('letters@stillhere.example'),
  /** Who reads what visitors of the gallery report. */
  OPERATOR_EMAIL: z.email().default('operators@stillhere.example'),
  /** Whom trusted contacts can write to, if somebody answers there: their page names it. */
  SUPPORT_EMAIL: unlessEmpty.pipe(z.email().optional()),
  /** Where each daily root of the record is mailed; without it none is. */
  RECORD_ARCHIVE_EMAIL: unlessEmpty.pipe(z.email().optional()),

  /** Where the mail servers of contacts' addresses are looked up, as `ip` or `ip:port` with commas; `off` for no lookups. */
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((list) =>
      list === 'off'
        ? null
        : list
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\]|[\da-f:]{3,})(:\d+)?$/i)).nullable()),

  /** With 1, webhooks may lead to this machine itself, by http as well: to try one. Refused in production. */
  WEBHOOKS_TO_LOCALHOST: unlessEmpty.pipe(z.enum(['0', '1']).default('0')).transform((value) => value === '1'),

  /** WhatsApp by Twilio: all four, or none, and then it is not offered. */
  TWILIO_ACCOUNT_SID: shaped(/^AC[0-9a-f]{32}$/i, 'Give the account’s SID, AC and 32 letters'),
  TWILIO_AUTH_TOKEN: unlessEmpty,
  /** The sender that is approved for WhatsApp. */
  TWILIO_WHATSAPP_FROM: shaped(/^\+[1-9]\d{7,14}$/, 'Give the number in E.164, such as +351912345678'),
  /** The approved template; docs/operations.md has its words. */
  TWILIO_CONTENT_SID: shaped(TEMPLATE, 'Give the template’s SID, HX and 32 letters'),
  /** The approved template of warnings to owners; without it they are not warned by WhatsApp. */
  TWILIO_WARNING_CONTENT_SID: shaped(TEMPLATE, 'Give the template’s SID, HX and 32 letters'),
  /** The template in other languages, such as `pt=HX...,fr=HX...`. A language without one gets the English template. */
  TWILIO_CONTENT_SIDS: z
    .string()
    .default('')
    .transform(readTemplates)
    .pipe(z.partialRecord(z.enum(LANGUAGES), z.string().regex(TEMPLATE))),
  /** The number that sends text messages. With the account and its token alone: SMS without WhatsApp. */
  TWILIO_SMS_FROM: shaped(/^\+[1-9]\d{7,14}$/, 'Give the number in E.164, such as +351912345678'),
  TWILIO_BASE_URL: origin.default('https://api.twilio.com'),

  /** Where people may sign in besides a password; without a client there is no such button. */
  GOOGLE_ISSUER: origin.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: unlessEmpty,
  GOOGLE_CLIENT_SECRET: unlessEmpty,

  /** Where plans are paid for; without a key nobody can subscribe. */
  STRIPE_SECRET_KEY: unlessEmpty,
  /** Signs what Stripe reports: without it a plan that has ended there would go on here. */
  STRIPE_WEBHOOK_SECRET: unlessEmpty,
  STRIPE_BASE_URL: origin.default('https://api.stripe.com'),

  /** What one account may ask for in a minute, and how many of these may change something: services/limits/limits.ts. */
  LIMIT_CALLS_PER_MINUTE: limit(300),
  LIMIT_WRITES_PER_MINUTE: limit(60),
  /** How long a request waits for the counters of limits; then it goes on uncounted. Longer in tests. */
  COUNTER_TIMEOUT_SECONDS: seconds(1),

  /** How long one provider call may take before its outcome counts as unknown. */
  PROVIDER_TIMEOUT_SECONDS: seconds(15),
  /** How long an unknown outcome waits for the provider's own word before the one further copy. */
  UNKNOWN_WAIT_SECONDS: seconds(180),
  /** How many addresses an account on Plus may newly write to in a day; on Premium three times as many. */
  LIMIT_NEW_RECIPIENTS_PER_DAY: limit(20),
  /** How many messages one address gets in a day of people whose messages it has never opened. */
  LIMIT_MESSAGES_PER_ADDRESS_PER_DAY: limit(3),
  /** How many deliveries of an account on Plus may wait; on Premium ten times as many. */
  LIMIT_PENDING: limit(500),

  /** For how many days the operators keep backups: people are told when copies in them end. */
  BACKUP_RETENTION_DAYS: unlessEmpty.transform((value) => Number(value ?? 35)).pipe(z.number().int().min(1).max(3_650)),

  /** The length of a "minute" in the retry ladder; shortened in tests, refused in production. */
  RETRY_MINUTE_SECONDS: seconds(60),
  /** The length of a day of the emergency protocol; shortened to watch a whole life, refused in production. */
  EMERGENCY_DAY_SECONDS: seconds(86_400),
});

export type Env = Readonly<Omit<z.output<typeof schema>, 'APP_ORIGIN'> & { APP_ORIGIN: string }>;

/**
 * Reads and checks the environment of the web process or the worker.
 * @param source the variables, `process.env` unless a test passes its own
 * @returns the frozen configuration
 * @throws Error naming each variable that is missing or wrong, and what is wrong with it
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const { parsed, given } = readVariables(schema, source);
  const env = { ...parsed, APP_ORIGIN: parsed.APP_ORIGIN ?? `http://localhost:${parsed.PORT}` };
  refuseHalves(env);
  if (env.NODE_ENV === 'production') refuseInProduction(env, given);
  else refusePeople(env);
  return Object.freeze(env);
}

const account = schema.pick({ STRIPE_SECRET_KEY: true, STRIPE_BASE_URL: true });

/** @returns which account at Stripe is meant: its prices are made before there is anything else to set */
export function readStripeAccount(source: NodeJS.ProcessEnv = process.env): z.output<typeof account> {
  return readVariables(account, source).parsed;
}

/** Parts of addresses, so without letters that an address escapes. */
const password = shaped(/^[\w.~-]+$/, 'Give ASCII letters, digits and . _ ~ - only');

const migration = z.object({
  /** The owner of the schema, who may also create roles. */
  MIGRATION_DATABASE_URL: z.url(),
  /** The passwords of the roles. A role that never had one cannot connect by itself. */
  WEB_DATABASE_PASSWORD: password,
  WORKER_DATABASE_PASSWORD: password,
  BACKUP_DATABASE_PASSWORD: password,
});

export type MigrationEnv = z.output<typeof migration>;

/** @returns what the migrations need, and nothing else */
export function readMigrationEnv(source: NodeJS.ProcessEnv = process.env): MigrationEnv {
  return readVariables(migration, source).parsed;
}

const storage = schema.pick({
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
});

export type StorageEnv = z.output<typeof storage>;

const backup = storage.extend({
  /** With the role that may only read. */
  BACKUP_DATABASE_URL: z.url(),
});

/** @returns what a backup needs: no key of the ring */
export function readBackupEnv(source: NodeJS.ProcessEnv = process.env): z.output<typeof backup> {
  return readVariables(backup, source).parsed;
}

const restore = storage.extend({
  MIGRATION_DATABASE_URL: migration.shape.MIGRATION_DATABASE_URL,
  MASTER_KEYS: schema.shape.MASTER_KEYS,
});

/** @returns what a restore needs: it makes the schema, and checks that the ring opens the backup */
export function readRestoreEnv(source: NodeJS.ProcessEnv = process.env): z.output<typeof restore> {
  return readVariables(restore, source).parsed;
}

/**
 * @returns where the decoder service listens: it has no other setting
 * @throws ZodError when it is not set
 */
export function readDecoderSocket(source: NodeJS.ProcessEnv = process.env): string {
  return z.object({ DECODER_SOCKET: z.string().min(1) }).parse(source).DECODER_SOCKET;
}
