/** The production-like stack and the papers, against what the code really reads. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readBackupEnv, readEnv, readMigrationEnv, readRestoreEnv } from '#config/env.ts';
import { WEB_COMMAND, WORKER_COMMAND, WORKER_MEMORY } from '#dev/commands.ts';
import { compose, ROOT, read, serviceOf, variablesOf } from './compose-file.ts';

/** The names that config/env.ts declares, read from its text: the schema itself stays private to it. */
const variables = [
  ...new Set([...read('config/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name ?? '')),
];
const examples = [...read('.env.example').matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '');
/** What an operator may leave empty in ./secrets. */
const OPTIONAL_SECRET = /^\/run\/secrets\/(twilio|google|stripe)_/;

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
const filledIn = (value: string) => {
  if (OPTIONAL_SECRET.test(value)) return '';
  if (/^\/run\/secrets\/\w+_url$/.test(value)) return 'postgres://x@postgres/x';
  if (value.startsWith('/run/secrets/')) return 'filled';
  return value.replace(/\$\{\w+:\?[^}]*\}/g, 'filled').replace(/\$\{\w+:-([^}]*)\}/g, '$1');
};

/** A whole environment of production. */
const GOOD = {
  ...Object.fromEntries(
    Object.entries(variablesOf('web')).map(([name, value]) => [
      name,
      value.endsWith(':-}') || OPTIONAL_SECRET.test(value) ? '' : 'https://x.example',
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
    expect(serviceOf('web').command).toEqual(command);
    expect(JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '')).toEqual(command);
    expect(JSON.parse(read('package.json')).scripts.start).toBe(command.join(' '));
  });

  it('passes on what an operator may set: languages, other origins, proxies, connections', () => {
    const passed = variablesOf('web');
    for (const name of ['APP_LANGUAGE', 'API_CORS_ORIGINS', 'DATABASE_POOL', 'LOG_LEVEL'])
      expect(passed[name]).toMatch(new RegExp(`^\\$\\{${name}:-`));
    expect(passed.TRUSTED_PROXIES).toMatch(/^\$\{TRUSTED_PROXIES:\?/);
  });

  it('runs the worker as it is run here', () => {
    const command = ['node', ...WORKER_COMMAND];
    expect(serviceOf('worker').command).toEqual(command);
    expect(JSON.parse(read('package.json')).scripts.worker).toBe(command.join(' '));
    for (const place of ['Dockerfile', 'docs/operations.md']) expect(read(place)).toContain(command.join(' '));
    const memory = Object.entries(WORKER_MEMORY).map((pair) => pair.join('='));
    expect(read('Dockerfile')).toContain(`ENV ${memory.join(' ')}\n`);
  });

  it.each([
    ['web', readEnv],
    ['worker', readEnv],
    ['migrate', readMigrationEnv],
    ['backup', readBackupEnv],
    ['restore', readRestoreEnv],
  ])('gives %s the variables that the code reads, and all it needs', (name, readIts) => {
    const given = variablesOf(name);
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

  const STORAGE = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const PASSWORDS = ['WEB_DATABASE_PASSWORD', 'WORKER_DATABASE_PASSWORD', 'BACKUP_DATABASE_PASSWORD'];
  it.each([
    ['migrate', ['MIGRATION_DATABASE_URL', ...PASSWORDS]],
    ['backup', ['BACKUP_DATABASE_URL', ...STORAGE]],
    ['restore', ['MIGRATION_DATABASE_URL', 'MASTER_KEYS', ...STORAGE]],
  ])('gives %s only what it needs', (name, needed) => {
    expect(Object.keys(variablesOf(name)).sort()).toEqual(['NODE_ENV', ...needed].sort());
  });

  it('gives the decoder its socket, and nothing that is worth taking', () => {
    const [decoder, web, worker] = ['decoder', 'web', 'worker'].map(serviceOf);
    expect(decoder).toMatchObject({
      ...{ network_mode: 'none', read_only: true, user: '1000:1000', cap_drop: ['ALL'] },
      ...{ security_opt: ['no-new-privileges:true'], mem_limit: '4g', pids_limit: 256 },
      volumes: ['decoder:/run/stillhere'],
    });
    const { DECODER_SOCKET, ...others } = decoder?.environment ?? {};
    expect([Object.keys(others), DECODER_SOCKET]).toEqual([['NODE_ENV'], '/run/stillhere/decoder.sock']);
    for (const client of [web, worker])
      expect(client).toMatchObject({ environment: { DECODER_SOCKET }, volumes: ['decoder:/run/stillhere:ro'] });
  });

  it('starts what is in the repository', () => {
    const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
    const commandOf = (name: string) => serviceOf(name).command?.join(' ');
    expect([commandOf('web'), commandOf('worker'), commandOf('migrate'), commandOf('decoder')]).toEqual([
      scripts.start,
      scripts.worker,
      scripts.migrate,
      scripts.decoder,
    ]);
    const commands = ['backup', 'restore'].map((name) => serviceOf(name).entrypoint?.[1] ?? '');
    expect(commands.filter((script) => !existsSync(resolve(ROOT, script)))).toEqual([]);
  });
});

describe('the papers', () => {
  it('.env.example has exactly the variables that are read', () => {
    expect([...examples].sort()).toEqual([...variables].sort());
    expect(variables).toContain('MASTER_KEYS');
  });

  it('a missing variable is named at the start', () => {
    expect(() => readEnv({})).toThrow(/DATABASE_URL[\s\S]*MASTER_KEYS[\s\S]*\.env\.example/);
  });

  it('waiting times cannot be shortened in production', () => {
    expect(() => readEnv(GOOD)).not.toThrow();
    expect(() => readEnv({ ...GOOD, RETRY_MINUTE_SECONDS: '1' })).toThrow('RETRY_MINUTE_SECONDS');
    expect(() => readEnv({ ...GOOD, EMERGENCY_DAY_SECONDS: '2' })).toThrow('EMERGENCY_DAY_SECONDS');
    expect(() => readEnv({ ...GOOD, WEBHOOKS_TO_LOCALHOST: '1' })).toThrow('WEBHOOKS_TO_LOCALHOST');
    expect(() => readEnv({ ...GOOD, APP_ORIGIN: undefined })).toThrow('APP_ORIGIN');
    expect(() => readEnv({ ...GOOD, MAIL_FROM: undefined })).toThrow('MAIL_FROM');
    expect(() => readEnv({ ...GOOD, OPERATOR_EMAIL: undefined })).toThrow('OPERATOR_EMAIL');
  });

  it('each account is limited unless an operator decides otherwise, and an empty variable is no decision', () => {
    const limits = { LIMIT_CALLS_PER_MINUTE: 300, LIMIT_WRITES_PER_MINUTE: 60 };
    expect(readEnv({ ...GOOD, LIMIT_CALLS_PER_MINUTE: undefined })).toMatchObject(limits);
    expect(readEnv({ ...GOOD, LIMIT_CALLS_PER_MINUTE: '' })).toMatchObject(limits);
    for (const wrong of ['-1', '1.5', 'many'])
      expect(() => readEnv({ ...GOOD, LIMIT_CALLS_PER_MINUTE: wrong })).toThrow('LIMIT_CALLS_PER_MINUTE');
  });

  it('a limit that is set to nothing has its default, and 0 is a number', () => {
    expect(readEnv({ ...GOOD, LIMIT_PENDING: '' })).toMatchObject({
      LIMIT_NEW_RECIPIENTS_PER_DAY: 20,
      LIMIT_MESSAGES_PER_ADDRESS_PER_DAY: 3,
      LIMIT_PENDING: 500,
    });
    expect(readEnv({ ...GOOD, LIMIT_PENDING: '0' }).LIMIT_PENDING).toBe(0);
    for (const wrong of ['-1', '1.5', 'many'])
      expect(() => readEnv({ ...GOOD, LIMIT_PENDING: wrong })).toThrow('LIMIT_PENDING');
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
    const NOT_OF_WHATSAPP = ['TWILIO_SMS_FROM', 'TWILIO_WARNING_CONTENT_SID', 'TWILIO_CONTENT_SIDS'];
    expect(readEnv(GOOD).TWILIO_ACCOUNT_SID).toBeUndefined();
    expect(readEnv(whole).TWILIO_BASE_URL).toBe('https://api.twilio.com');
    for (const name of Object.keys(whole).filter((one) => one.startsWith('TWILIO_') && !NOT_OF_WHATSAPP.includes(one)))
      expect(() => readEnv({ ...whole, [name]: '' })).toThrow(`${name} is missing`);
    const account = { TWILIO_ACCOUNT_SID: whole.TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN: whole.TWILIO_AUTH_TOKEN };
    const sms = { TWILIO_SMS_FROM: '+12025550101' };
    expect(readEnv({ ...GOOD, ...account, ...sms })).toMatchObject(sms);
    expect(readEnv({ ...whole, ...sms })).toMatchObject(sms);
    const warnings = { TWILIO_WARNING_CONTENT_SID: `HX${'1'.repeat(32)}` };
    expect(readEnv({ ...whole, ...sms, ...warnings })).toMatchObject(warnings);
    expect(() => readEnv({ ...whole, ...warnings })).toThrow('TWILIO_WARNING_CONTENT_SID needs WhatsApp');
    expect(() => readEnv({ ...GOOD, ...sms })).toThrow('SMS needs the account and its token');
    expect(() => readEnv({ ...whole, ...sms, TWILIO_CONTENT_SID: '' })).toThrow('WhatsApp needs all four');
    expect(() => readEnv({ ...whole, TWILIO_SMS_FROM: '912345678' })).toThrow('TWILIO_SMS_FROM');
    expect(() => readEnv({ ...whole, TWILIO_WHATSAPP_FROM: '912345678' })).toThrow('TWILIO_WHATSAPP_FROM');
    expect(() => readEnv({ ...whole, TWILIO_CONTENT_SID: 'MG0' })).toThrow('TWILIO_CONTENT_SID');
    const other = `HX${'1'.repeat(32)}`;
    const templates = (list: string) => readEnv({ ...whole, TWILIO_CONTENT_SIDS: list }).TWILIO_CONTENT_SIDS;
    expect(templates('')).toEqual({});
    expect(templates(`pt=${other}, ar=${other}`)).toEqual({ pt: other, ar: other });
    for (const wrong of [`tlh=${other}`, 'pt=MG0', 'pt']) expect(() => templates(wrong)).toThrow('TWILIO_CONTENT_SIDS');
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
