/**
 * The only reader of `process.env` in the product. Parsed once at the start, frozen, then passed on as a value:
 * a bad deploy fails at start with the name of the variable, never at the moment a letter is due.
 */
import { z } from 'zod';
import { LOCALES } from '#messages/say.ts';

const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback);
const seconds = (fallback: number) => z.coerce.number().positive().max(86_400).default(fallback);
const origin = z.url().transform((value) => value.replace(/\/+$/, ''));
/** docker-compose.yml passes on what is not set as nothing. */
const unlessEmpty = z
  .string()
  .transform((value) => value || undefined)
  .optional();

/** How many; 0 for no limit. */
const limit = (fallback: number) =>
  unlessEmpty
    .transform((value) => (value === undefined ? fallback : Number(value)))
    .pipe(z.int().min(0).max(1_000_000_000));

const shaped = (pattern: RegExp, error: string) => unlessEmpty.pipe(z.string().regex(pattern, error).optional());

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
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
  /** How many proxies of ours are in front: so many entries of X-Forwarded-For, from its end, are true. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Health and metrics of the worker process. */
  WORKER_PORT: port(9464),

  DATABASE_URL: z.url(),
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

  /** WhatsApp by Twilio: all four, or none, and then it is not offered. */
  TWILIO_ACCOUNT_SID: shaped(/^AC[0-9a-f]{32}$/i, 'Give the account’s SID, AC and 32 letters'),
  TWILIO_AUTH_TOKEN: unlessEmpty,
  /** The sender that is approved for WhatsApp. */
  TWILIO_WHATSAPP_FROM: shaped(/^\+[1-9]\d{7,14}$/, 'Give the number in E.164, such as +351912345678'),
  /** The approved template; docs/operations.md has its words. */
  TWILIO_CONTENT_SID: shaped(/^HX[0-9a-f]{32}$/i, 'Give the template’s SID, HX and 32 letters'),
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

  /** The length of a "minute" in the retry ladder; shortened in tests, refused in production. */
  RETRY_MINUTE_SECONDS: seconds(60),
  /** The length of a day of the emergency protocol; shortened to watch a whole life, refused in production. */
  EMERGENCY_DAY_SECONDS: seconds(86_400),
});

export type Env = Readonly<Omit<z.output<typeof schema>, 'APP_ORIGIN'> & { APP_ORIGIN: string }>;

/**
 * Reads and checks the environment.
 * @param source the variables, `process.env` unless a test passes its own
 * @returns the frozen configuration
 * @throws Error naming each variable that is missing or wrong, and what is wrong with it
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(
      `The environment is not complete:\n${lines.join('\n')}\nSee .env.example for what each variable means.`,
    );
  }
  const env = { ...parsed.data, APP_ORIGIN: parsed.data.APP_ORIGIN ?? `http://localhost:${parsed.data.PORT}` };
  // A letter with a link to localhost would be recorded as sent, and be lost.
  const forgotten = (['APP_ORIGIN', 'MAIL_FROM'] as const).filter((name) => !source[name]);
  if (env.NODE_ENV === 'production' && forgotten.length > 0) {
    throw new Error(`${forgotten.join(' and ')} must be set in production: every letter's mail contains them.`);
  }
  if (env.NODE_ENV === 'production' && env.APP_LANGUAGE === 'en-XA') {
    throw new Error('APP_LANGUAGE en-XA is for tests. Choose a language that people read.');
  }
  if (env.NODE_ENV === 'production' && !source.OPERATOR_EMAIL) {
    throw new Error('OPERATOR_EMAIL must be set in production: reports about public contents go there.');
  }
  if ((env.GOOGLE_CLIENT_ID === undefined) !== (env.GOOGLE_CLIENT_SECRET === undefined)) {
    throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither.');
  }
  refuseHalfOfTwilio(env);
  if (env.NODE_ENV === 'production' && !env.TWILIO_BASE_URL.startsWith('https:')) {
    throw new Error('TWILIO_BASE_URL must be an https address in production: a key and people’s numbers go there.');
  }
  if (env.NODE_ENV === 'production' && !env.GOOGLE_ISSUER.startsWith('https:')) {
    throw new Error('GOOGLE_ISSUER must be an https address in production: it says who people are.');
  }
  if ((env.STRIPE_SECRET_KEY === undefined) !== (env.STRIPE_WEBHOOK_SECRET === undefined)) {
    throw new Error('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or neither.');
  }
  if (env.NODE_ENV === 'production' && !env.STRIPE_BASE_URL.startsWith('https:')) {
    throw new Error('STRIPE_BASE_URL must be an https address in production: a key goes there.');
  }
  if (env.NODE_ENV === 'production') refuseHurry(env);
  return Object.freeze(env);
}

/** With these, a test lives through years in seconds; an owner's protocol would be over in minutes. */
function refuseHurry(env: z.output<typeof schema>): void {
  if (env.RETRY_MINUTE_SECONDS !== 60) {
    throw new Error('RETRY_MINUTE_SECONDS shortens the retry ladder for tests and cannot be set in production.');
  }
  if (env.EMERGENCY_DAY_SECONDS !== 86_400) {
    throw new Error('EMERGENCY_DAY_SECONDS shortens the emergency protocol and cannot be set in production.');
  }
}

/** What SMS needs besides its number, and WhatsApp besides that; the API's address has a default. */
const TWILIO_ACCOUNT = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const;
const TWILIO_WHATSAPP = ['TWILIO_WHATSAPP_FROM', 'TWILIO_CONTENT_SID'] as const;

function refuseHalfOfTwilio(env: z.output<typeof schema>): void {
  const isSms = env.TWILIO_SMS_FROM !== undefined;
  const isWhatsApp = TWILIO_WHATSAPP.some((name) => env[name] !== undefined);
  const needed = isSms && !isWhatsApp ? TWILIO_ACCOUNT : [...TWILIO_ACCOUNT, ...TWILIO_WHATSAPP];
  const missing = needed.filter((name) => env[name] === undefined);
  if (missing.length === 0 || (!isSms && missing.length === needed.length)) return;
  const who = isSms && !isWhatsApp ? 'SMS needs the account and its token' : 'WhatsApp needs all four, or none';
  throw new Error(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: ${who}.`);
}

const account = schema.pick({ STRIPE_SECRET_KEY: true, STRIPE_BASE_URL: true });

/** @returns which account at Stripe is meant: its prices are made before there is anything else to set */
export function readStripeAccount(source: NodeJS.ProcessEnv = process.env): z.output<typeof account> {
  return account.parse(source);
}
