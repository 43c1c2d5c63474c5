/**
 * Makes the files in ./secrets that docker-compose.yml gives to its services. It makes what is missing and changes nothing
 * that is there. `npm run secrets`, or without npm: node dev/make-secrets.ts
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Containers run as several users, and each must be able to read its files: the folder keeps everybody else out. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o644;

/** 192 bits, in letters that a URL does not escape. */
const password = () => randomBytes(24).toString('base64url');

/** What can be made up: each file with the variable that held it before there were files, and how it is made. */
const MADE: Record<string, { variable?: string; make: () => string }> = {
  postgres_password: { variable: 'POSTGRES_PASSWORD', make: password },
  web_database_password: { make: password },
  worker_database_password: { make: password },
  backup_database_password: { make: password },
  temporal_postgres_password: { variable: 'TEMPORAL_POSTGRES_PASSWORD', make: password },
  s3_secret_access_key: { variable: 'S3_SECRET_ACCESS_KEY', make: password },
  master_keys: { variable: 'MASTER_KEYS', make: () => `k1:${randomBytes(32).toString('base64')}` },
  temporal_ui_users: { make: () => `operator:{PLAIN}${password()}` },
};

/** Addresses of the database: each with its role and the file of its password. */
const ADDRESSES: Record<string, { role: string; password: string }> = {
  migration_database_url: { role: 'stillhere', password: 'postgres_password' },
  web_database_url: { role: 'stillhere_web', password: 'web_database_password' },
  worker_database_url: { role: 'stillhere_worker', password: 'worker_database_password' },
  backup_database_url: { role: 'stillhere_backup', password: 'backup_database_password' },
};

/** What a vendor gives. An empty file counts as not set. */
const GIVEN: Record<string, string> = {
  sendgrid_api_key: 'SENDGRID_API_KEY',
  twilio_auth_token: 'TWILIO_AUTH_TOKEN',
  google_client_secret: 'GOOGLE_CLIENT_SECRET',
  stripe_secret_key: 'STRIPE_SECRET_KEY',
  stripe_webhook_secret: 'STRIPE_WEBHOOK_SECRET',
};

/**
 * Makes the files that are missing. A value that `.env` still has is taken from there: a new key ring beside old data would
 * make all of it unreadable.
 * @param folder where the files go; it is made if it is missing
 * @param env the variables of `.env`
 * @returns the names of the files that were made, and of all those that are empty
 */
export function makeSecrets(folder: string, env: NodeJS.Dict<string>): { made: string[]; empty: string[] } {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const made: string[] = [];
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  const add = (name: string, value: () => string) => {
    if (existsSync(join(folder, name))) return;
    // Fails rather than overwrites a file that appeared meanwhile.
    writeFileSync(join(folder, name), value(), { flag: 'wx' });
    // Whatever the umask of the operator.
    chmodSync(join(folder, name), FILE_MODE);
    made.push(name);
  };
  for (const [name, { variable, make }] of Object.entries(MADE)) add(name, () => (variable && env[variable]) || make());
  for (const [name, address] of Object.entries(ADDRESSES))
    add(name, () => {
      const secret = encodeURIComponent(read(address.password));
      return `postgres://${address.role}:${secret}@postgres:5432/stillhere`;
    });
  for (const [name, variable] of Object.entries(GIVEN)) add(name, () => env[variable] ?? '');
  return { made, empty: Object.keys(GIVEN).filter((name) => read(name) === '') };
}

if (import.meta.main) {
  const { made, empty } = makeSecrets('secrets', existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {});
  console.log(made.length === 0 ? 'Every file is there.' : `Made in ./secrets: ${made.join(', ')}.`);
  if (empty.length > 0) console.log(`Empty, for you to fill in or to leave: ${empty.join(', ')}.`);
  console.log('Keep a copy of master_keys apart from the database: without it nobody can read what people saved.');
}
