/** The files of ./secrets: what docker-compose.yml names is made once, and nothing that is there is ever changed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSecrets } from '#dev/make-secrets.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { compose, read } from './compose-file.ts';

const VENDORS = [
  'google_client_secret',
  'sendgrid_api_key',
  'stripe_secret_key',
  'stripe_webhook_secret',
  'twilio_auth_token',
];

let place: string;
let folder: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'secrets-'));
  folder = join(place, 'secrets');
});
afterEach(() => rmSync(place, { recursive: true }));

const content = (name: string) => readFileSync(join(folder, name), 'utf8');
const contents = () => Object.fromEntries(readdirSync(folder).map((name) => [name, content(name)]));

test('makes every file that docker-compose.yml names, and no other', () => {
  const { made, empty } = makeSecrets(folder, {});
  const named = Object.entries(compose.secrets).map(([name, { file }]) => [`secrets/${name}`, file]);
  expect(named.filter(([path, file]) => path !== file)).toEqual([]);
  expect(made.sort()).toEqual(Object.keys(compose.secrets).sort());
  expect(readdirSync(folder).sort()).toEqual(made);
  expect(empty.sort()).toEqual(VENDORS);
});

test('what it makes can be used, and differs each time', () => {
  makeSecrets(folder, {});
  expect(() => new Keyring(content('master_keys'))).not.toThrow();
  expect(content('temporal_ui_users')).toMatch(/^operator:\{PLAIN\}[\w-]{32}$/);
  const passwords = Object.entries(contents()).filter(([name]) => /_password$|_key$/.test(name));
  const filled = passwords.filter(([name]) => !VENDORS.includes(name)).map(([, value]) => value);
  expect(filled.length).toBe(6);
  expect(new Set(filled).size).toBe(6);
  for (const password of filled) expect(password).toMatch(/^[\w-]{32}$/);
});

test('each address of the database has its own role, with the password of the file beside it', () => {
  makeSecrets(folder, {});
  for (const [name, role, password] of [
    ['web_database_url', 'stillhere_web', 'web_database_password'],
    ['worker_database_url', 'stillhere_worker', 'worker_database_password'],
    ['backup_database_url', 'stillhere_backup', 'backup_database_password'],
    ['migration_database_url', 'stillhere', 'postgres_password'],
  ] as const)
    expect(content(name)).toBe(`postgres://${role}:${content(password)}@postgres:5432/stillhere`);
});

test('a second run changes nothing, and adds only what is missing', () => {
  makeSecrets(folder, {});
  const before = contents();
  expect(makeSecrets(folder, { MASTER_KEYS: 'another', SENDGRID_API_KEY: 'another' }).made).toEqual([]);
  expect(contents()).toEqual(before);
  rmSync(join(folder, 'web_database_url'));
  writeFileSync(join(folder, 'sendgrid_api_key'), 'SG.mine\n');
  const again = makeSecrets(folder, {});
  expect(again.made).toEqual(['web_database_url']);
  expect(again.empty).not.toContain('sendgrid_api_key');
  expect(contents()).toEqual({ ...before, sendgrid_api_key: 'SG.mine\n' });
});

test('takes over the key ring and the passwords that .env has, so that old data stays readable', () => {
  const ring = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
  makeSecrets(folder, { MASTER_KEYS: ring, POSTGRES_PASSWORD: 'old/one', SENDGRID_API_KEY: 'SG.old' });
  expect([content('master_keys'), content('postgres_password'), content('sendgrid_api_key')]).toEqual([
    ring,
    'old/one',
    'SG.old',
  ]);
  expect(content('migration_database_url')).toBe('postgres://stillhere:old%2Fone@postgres:5432/stillhere');
});

test('only their owner can reach the files, and every container can read those that it is given', () => {
  const umask = process.umask(0o077);
  makeSecrets(folder, {});
  process.umask(umask);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o644]));
});

test('the files go into no commit and no image', () => {
  expect(read('.gitignore').split('\n')).toContain('/secrets/');
  expect(read('.dockerignore').split('\n')).toContain('secrets');
});
