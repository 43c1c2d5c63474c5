import { generateKeyPairSync, randomBytes } from 'node:crypto';

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A whole environment of production, in which nothing that it names answers. */
export const PRODUCTION: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://stillhere.example',
  TRUSTED_PROXIES: '1',
  DATABASE_URL: 'postgres://stillhere_web:sesame@127.0.0.1:1/stillhere',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY_ID: 'unused',
  S3_SECRET_ACCESS_KEY: 'unused',
  MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  SENDGRID_API_KEY: 'SG.unused',
  SENDGRID_WEBHOOK_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  MAIL_FROM: 'letters@stillhere.example',
  OPERATOR_EMAIL: 'operators@stillhere.example',
};

/** What production does not start with, by what is wrong: the change, and the sentence that says so. */
export const REFUSED = {
  'without NODE_ENV': [
    { NODE_ENV: '' },
    'NODE_ENV: Set it to production where people use it, to development on your own machine',
  ],
  'with the NODE_ENV of a developer': [
    { NODE_ENV: 'development' },
    'NODE_ENV is development, but APP_ORIGIN is not on this machine. Set NODE_ENV=production where people use it.',
  ],
  'with the NODE_ENV of tests': [
    { NODE_ENV: 'test' },
    'NODE_ENV is test, but APP_ORIGIN is not on this machine. Set NODE_ENV=production where people use it.',
  ],
  'with an http address': [
    { APP_ORIGIN: 'http://stillhere.example' },
    'APP_ORIGIN must be an https address in production: passwords, cookies and letters travel to it.',
  ],
  'with an http address of this machine': [
    { APP_ORIGIN: 'http://localhost:3000' },
    'APP_ORIGIN must be an https address in production: passwords, cookies and letters travel to it.',
  ],
  'with an http origin that may call the API': [
    { API_CORS_ORIGINS: 'https://one.example,http://two.example' },
    'API_CORS_ORIGINS must be https addresses in production: their pages have people’s tokens.',
  ],
  'with letters that leave by http': [
    { SENDGRID_BASE_URL: 'http://mail.example' },
    'SENDGRID_BASE_URL must be an https address in production: a key and people’s letters go there.',
  ],
  'without a decision about proxies': [
    { TRUSTED_PROXIES: '' },
    'TRUSTED_PROXIES must be set in production: 0 means that no proxy is in front. Behind one that is not counted, every visitor has the proxy’s address, and limits by address are off.',
  ],
} as const satisfies Record<string, readonly [Record<string, string>, string]>;
