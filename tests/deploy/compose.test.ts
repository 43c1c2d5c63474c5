/** The production-like stack and the papers, against what the code really reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readBackupEnv, readEnv, readMigrationEnv, readRestoreEnv } from '#config/env.ts';
import { ROLES } from '#db/roles.ts';
import { WEB_COMMAND, WORKER_COMMAND, WORKER_MEMORY } from '#dev/commands.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(resolve(ROOT, name), 'utf8');

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
/** The names that config/env.ts declares, read from its text: the schema itself stays private to it. */
const variables = [
  ...new Set([...read('config/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name ?? '')),
];
const examples = [...read('.env.example').matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '');
const COMPOSE_ONLY = ['POSTGRES_PASSWORD', 'TEMPORAL_POSTGRES_PASSWORD'];

/** The Compose specification's own JSON schema, as dclint carries it. */
function composeSchema(): object {
  const folder = resolve(createRequire(import.meta.url).resolve('dclint'), '..', '..');
  for (const place of ['schemas/compose.schema.json', '../schemas/compose.schema.json']) {
    try {
      // Its draft's address is written with https, which no validator knows the draft by.
      return { ...(JSON.parse(readFileSync(resolve(folder, place), 'utf8')) as object), $schema: undefined };
    } catch {}
  }
  throw new Error('dclint no longer contains a schema');
}

/** @returns a value of docker-compose.yml with its variables filled in */
const filledIn = (value: string) => value.replace(/\$\{\w+:\?[^}]*\}/g, 'filled').replace(/\$\{\w+:-([^}]*)\}/g, '$1');

/** A whole environment of production. */
const GOOD = {
  ...Object.fromEntries(
    Object.entries(compose.services.web?.environment ?? {}).map(([name, value]) => [
      name,
      value.endsWith(':-}') ? '' : 'https://x.example',
    ]),
  ),
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  APP_LANGUAGE: 'en',
  PORT: '3000',
  TRUSTED_PROXIES: '1',
  WORKER_PORT: '9464',
  DATABASE_POOL: '5',
  MAIL_FROM: 'a@example.com',
  OPERATOR_EMAIL: 'b@example.com',
};

describe('docker-compose.yml', () => {
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(composeSchema());

  it('keeps to the Compose specification', () => {
    expect([validate(compose), validate.errors]).toEqual([true, null]);
    expect(validate({ services: { web: { image: 'x', prots: [] } } })).toBe(false);
  });

  it('runs the web process as it is run here', () => {
    const command = ['node', ...WEB_COMMAND];
    expect(compose.services.web?.command).toEqual(command);
    expect(JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '')).toEqual(command);
    expect(JSON.parse(read('package.json')).scripts.start).toBe(command.join(' '));
  });

  it('passes on what an operator may set: languages, other origins, proxies, connections', () => {
    const passed = compose.services.web?.environment ?? {};
    for (const name of ['APP_LANGUAGE', 'API_CORS_ORIGINS', 'DATABASE_POOL', 'LOG_LEVEL'])
      expect(passed[name]).toMatch(new RegExp(`^\\$\\{${name}:-`));
    expect(passed.TRUSTED_PROXIES).toMatch(/^\$\{TRUSTED_PROXIES:\?/);
  });

  it('runs the worker as it is run here', () => {
    const command = ['node', ...WORKER_COMMAND];
    expect(compose.services.worker?.command).toEqual(command);
    expect(JSON.parse(read('package.json')).scripts.worker).toBe(command.join(' '));
    for (const place of ['Dockerfile', 'docs/operations.md']) expect(read(place)).toContain(command.join(' '));
    const memory = Object.entries(WORKER_MEMORY).map((pair) => pair.join('='));
    expect(read('Dockerfile')).toContain(`ENV ${memory.join(' ')}\n`);
  });

  it('pins every image', () => {
    for (const [name, { image }] of Object.entries(compose.services))
      expect([name, image]).toEqual([name, expect.stringMatching(/:(v?\d[\w.]+|local)$/)]);
  });

  it.each([
    ['web', readEnv],
    ['worker', readEnv],
    ['migrate', readMigrationEnv],
    ['backup', readBackupEnv],
    ['restore', readRestoreEnv],
  ])('gives %s the variables that the code reads, and all it needs', (name, readIts) => {
    const given = compose.services[name]?.environment ?? {};
    expect(Object.keys(given).filter((variable) => !variables.includes(variable))).toEqual([]);
    const filled = Object.fromEntries(Object.entries(given).map(([variable, value]) => [variable, filledIn(value)]));
    const decided = {
      APP_ORIGIN: 'https://filled.example',
      TRUSTED_PROXIES: '1',
      MAIL_FROM: 'letters@example.com',
      OPERATOR_EMAIL: 'operators@example.com',
    };
    expect(() => readIts({ ...filled, ...decided })).not.toThrow();
  });

  it('gives each process the role of its own, and no other', () => {
    const roles = Object.entries(compose.services).flatMap(([name, { environment = {} }]) =>
      [...JSON.stringify(environment).matchAll(/postgres:\/\/(\w+):/g)].map(([, role]) => [name, role]),
    );
    expect(roles).toEqual([
      ['web', ROLES.web],
      ['worker', ROLES.worker],
      ['migrate', 'stillhere'],
      ['backup', ROLES.backup],
      ['restore', 'stillhere'],
    ]);
    for (const name of ['web', 'worker'])
      expect(Object.keys(compose.services[name]?.environment ?? {}).join()).not.toMatch(/MIGRATION|BACKUP|_PASSWORD/);
  });

  it('starts what is in the repository', () => {
    const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
    const commandOf = (name: string) => compose.services[name]?.command?.join(' ');
    expect([commandOf('web'), commandOf('worker'), commandOf('migrate')]).toEqual([
      scripts.start,
      scripts.worker,
      scripts.migrate,
    ]);
  });

  it('has no password in it', () => {
    const secrets =
      read('docker-compose.yml').match(/^ *\w*(PASSWORD|SECRET|_PWD|API_KEY|MASTER_KEYS)\w*: .*$/gm) ?? [];
    expect(secrets.length).toBeGreaterThan(4);
    for (const line of secrets) expect(line).toMatch(/: \$\{\w+:(\?[^}]+|-)\}$/);
  });
});

describe('the papers', () => {
  it('.env.example has exactly the variables that are read', () => {
    expect([...examples].sort()).toEqual([...variables, ...COMPOSE_ONLY].sort());
    expect(variables).toContain('MASTER_KEYS');
  });

  it('a missing variable is named at the start', () => {
    expect(() => readEnv({})).toThrow(/DATABASE_URL[\s\S]*MASTER_KEYS[\s\S]*\.env\.example/);
  });

  it('waiting times cannot be shortened in production', () => {
    expect(() => readEnv(GOOD)).not.toThrow();
    expect(() => readEnv({ ...GOOD, RETRY_MINUTE_SECONDS: '1' })).toThrow('RETRY_MINUTE_SECONDS');
    expect(() => readEnv({ ...GOOD, EMERGENCY_DAY_SECONDS: '2' })).toThrow('EMERGENCY_DAY_SECONDS');
    expect(() => readEnv({ ...GOOD, APP_ORIGIN: undefined })).toThrow('APP_ORIGIN');
    expect(() => readEnv({ ...GOOD, MAIL_FROM: undefined })).toThrow('MAIL_FROM');
    expect(() => readEnv({ ...GOOD, OPERATOR_EMAIL: undefined })).toThrow('OPERATOR_EMAIL');
  });

  it('a client of Google comes whole, and in production by https', () => {
    const whole = { ...GOOD, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readEnv(GOOD).GOOGLE_CLIENT_ID).toBeUndefined();
    expect(readEnv({ ...GOOD, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).GOOGLE_CLIENT_ID).toBeUndefined();
    expect(readEnv(whole).GOOGLE_ISSUER).toBe('https://accounts.google.com');
    expect(() => readEnv({ ...whole, GOOGLE_CLIENT_SECRET: '' })).toThrow('GOOGLE_CLIENT_SECRET');
    expect(() => readEnv({ ...whole, GOOGLE_ISSUER: 'http://accounts.example' })).toThrow('GOOGLE_ISSUER');
  });

  it('does not sell without hearing from Stripe what becomes of it', () => {
    const whole = { ...GOOD, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(readEnv(whole).STRIPE_WEBHOOK_SECRET).toBe('whsec_1');
    expect(readEnv({ ...GOOD, STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }).STRIPE_SECRET_KEY).toBeUndefined();
    expect(() => readEnv({ ...whole, STRIPE_WEBHOOK_SECRET: '' })).toThrow('STRIPE_WEBHOOK_SECRET');
    expect(() => readEnv({ ...whole, STRIPE_SECRET_KEY: '' })).toThrow('STRIPE_SECRET_KEY');
  });

  it('WhatsApp comes whole, and in production by https', () => {
    const whole = {
      ...GOOD,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_WHATSAPP_FROM: '+12025550100',
      TWILIO_CONTENT_SID: `HX${'0'.repeat(32)}`,
    };
    expect(readEnv(GOOD).TWILIO_ACCOUNT_SID).toBeUndefined();
    expect(readEnv(whole).TWILIO_BASE_URL).toBe('https://api.twilio.com');
    for (const name of Object.keys(whole).filter((one) => one.startsWith('TWILIO_') && one !== 'TWILIO_SMS_FROM'))
      expect(() => readEnv({ ...whole, [name]: '' })).toThrow(`${name} is missing`);
    const account = { TWILIO_ACCOUNT_SID: whole.TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN: whole.TWILIO_AUTH_TOKEN };
    const sms = { TWILIO_SMS_FROM: '+12025550101' };
    expect(readEnv({ ...GOOD, ...account, ...sms })).toMatchObject(sms);
    expect(readEnv({ ...whole, ...sms })).toMatchObject(sms);
    expect(() => readEnv({ ...GOOD, ...sms })).toThrow('SMS needs the account and its token');
    expect(() => readEnv({ ...whole, ...sms, TWILIO_CONTENT_SID: '' })).toThrow('WhatsApp needs all four');
    expect(() => readEnv({ ...whole, TWILIO_SMS_FROM: '912345678' })).toThrow('TWILIO_SMS_FROM');
    expect(() => readEnv({ ...whole, TWILIO_WHATSAPP_FROM: '912345678' })).toThrow('TWILIO_WHATSAPP_FROM');
    expect(() => readEnv({ ...whole, TWILIO_CONTENT_SID: 'MG0' })).toThrow('TWILIO_CONTENT_SID');
    expect(() => readEnv({ ...whole, TWILIO_BASE_URL: 'http://api.example' })).toThrow('TWILIO_BASE_URL');
  });

  it('docs/operations.md explains every variable and every metric', () => {
    const text = read('docs/operations.md');
    const sources = readdirSync(resolve(ROOT, 'worker')).filter((name) => name.endsWith('.ts'));
    const metrics = sources.flatMap((name) =>
      [...read(`worker/${name}`).matchAll(/name: '(stillhere_\w+)'/g)].map(([, metric]) => metric ?? ''),
    );
    expect(metrics.length).toBeGreaterThan(15);
    const explained = [...text.matchAll(/^\| `(stillhere_\w+)`/gm)].map(([, metric]) => metric);
    expect(explained.sort()).toEqual([...new Set(metrics)].sort());
    for (const name of variables) expect(text).toContain(`\`${name}\``);
  });
});
