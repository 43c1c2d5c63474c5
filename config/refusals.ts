/** Configurations that would start, and be wrong quietly. */
import type { Env } from './env.ts';

/** What must be an https address in production, and why. */
const HTTPS = {
  APP_ORIGIN: 'passwords, cookies and letters travel to it',
  SENDGRID_BASE_URL: 'a key and people’s letters go there',
  TWILIO_BASE_URL: 'a key and people’s numbers go there',
  GOOGLE_ISSUER: 'it says who people are',
  STRIPE_BASE_URL: 'a key goes there',
} as const satisfies Partial<Record<keyof Env, string>>;

/** What has a default that is wrong in production, and why. */
const UNSET = {
  APP_ORIGIN: 'every letter’s mail contains it',
  MAIL_FROM: 'every letter’s mail contains it',
  OPERATOR_EMAIL: 'reports about public contents go there',
  TRUSTED_PROXIES:
    '0 means that no proxy is in front. Behind one that is not counted, every visitor has the proxy’s address, and limits by address are off',
} as const satisfies Partial<Record<keyof Env, string>>;

/**
 * @param given the text of the variables that are set
 * @throws Error with a sentence for the first thing that production must not start with
 */
export function refuseInProduction(env: Env, given: NodeJS.ProcessEnv): void {
  for (const [name, reason] of Object.entries(UNSET))
    if (!given[name]) throw new Error(`${name} must be set in production: ${reason}.`);
  for (const [name, reason] of Object.entries(HTTPS))
    if (!env[name as keyof typeof HTTPS].startsWith('https:'))
      throw new Error(`${name} must be an https address in production: ${reason}.`);
  if (!env.API_CORS_ORIGINS.every((one) => one.startsWith('https:')))
    throw new Error('API_CORS_ORIGINS must be https addresses in production: their pages have people’s tokens.');
  if (env.APP_LANGUAGE === 'en-XA')
    throw new Error('APP_LANGUAGE en-XA is for tests. Choose a language that people read.');
  if (env.WEBHOOKS_TO_LOCALHOST)
    throw new Error('WEBHOOKS_TO_LOCALHOST lets owners call this machine and cannot be set in production.');
  refuseHurry(env);
}

/** With these, a test lives through years in seconds; an owner's protocol would be over in minutes. */
function refuseHurry(env: Env): void {
  if (env.RETRY_MINUTE_SECONDS !== 60)
    throw new Error('RETRY_MINUTE_SECONDS shortens the retry ladder for tests and cannot be set in production.');
  if (env.EMERGENCY_DAY_SECONDS !== 86_400)
    throw new Error('EMERGENCY_DAY_SECONDS shortens the emergency protocol and cannot be set in production.');
}

/**
 * Only NODE_ENV=production turns on what protects people, so another one must not serve them.
 * @throws Error when APP_ORIGIN is not on this machine
 */
export function refusePeople({ NODE_ENV, APP_ORIGIN }: Env): void {
  const { hostname } = new URL(APP_ORIGIN);
  if (/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return;
  throw new Error(
    `NODE_ENV is ${NODE_ENV}, but APP_ORIGIN is not on this machine. Set NODE_ENV=production where people use it.`,
  );
}

/** What SMS needs besides its number, and WhatsApp besides that; the API's address has a default. */
const TWILIO_ACCOUNT = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const;
const TWILIO_WHATSAPP = ['TWILIO_WHATSAPP_FROM', 'TWILIO_CONTENT_SID'] as const;

/** @throws Error naming what a vendor lacks: half of a set-up would look like none */
export function refuseHalves(env: Env): void {
  if ((env.GOOGLE_CLIENT_ID === undefined) !== (env.GOOGLE_CLIENT_SECRET === undefined))
    throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither.');
  if ((env.STRIPE_SECRET_KEY === undefined) !== (env.STRIPE_WEBHOOK_SECRET === undefined))
    throw new Error('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or neither.');
  const isSms = env.TWILIO_SMS_FROM !== undefined;
  const isWhatsApp = TWILIO_WHATSAPP.some((name) => env[name] !== undefined);
  if (env.TWILIO_WARNING_CONTENT_SID !== undefined && !(isSms && isWhatsApp))
    throw new Error('TWILIO_WARNING_CONTENT_SID needs WhatsApp, and SMS for the codes that confirm a phone.');
  const needed = isSms && !isWhatsApp ? TWILIO_ACCOUNT : [...TWILIO_ACCOUNT, ...TWILIO_WHATSAPP];
  const missing = needed.filter((name) => env[name] === undefined);
  if (missing.length === 0 || (!isSms && missing.length === needed.length)) return;
  const who = isSms && !isWhatsApp ? 'SMS needs the account and its token' : 'WhatsApp needs all four, or none';
  throw new Error(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: ${who}.`);
}
