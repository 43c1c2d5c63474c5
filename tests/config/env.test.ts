import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBackupEnv, readEnv, readMigrationEnv, readRestoreEnv, readStripeAccount } from '#config/env.ts';
import { PRODUCTION, REFUSED } from './production.ts';

/** @returns the path of a file with this content */
function fileOf(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
}

/** @returns what the error of this says */
function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was refused.');
}

const without = (name: string) => Object.fromEntries(Object.entries(PRODUCTION).filter(([each]) => each !== name));

describe('production', () => {
  it('starts with a whole environment', () => {
    expect(readEnv(PRODUCTION)).toMatchObject({ APP_ORIGIN: 'https://stillhere.example', TRUSTED_PROXIES: 1 });
  });

  it.each(Object.entries(REFUSED))('does not start %s, and says so', (_, [change, sentence]) => {
    expect(refusal(() => readEnv({ ...PRODUCTION, ...change }))).toContain(sentence);
  });

  it.each(['NODE_ENV', 'TRUSTED_PROXIES'])('does not start where %s is absent instead of empty', (name) => {
    expect(refusal(() => readEnv(without(name)))).toContain(name);
  });

  it('starts without a proxy where an operator decided so', () => {
    expect(readEnv({ ...PRODUCTION, TRUSTED_PROXIES: '0' }).TRUSTED_PROXIES).toBe(0);
  });

  it.each(['eleven', '11', '-1', '1.5', ' '])('takes no "%s" for a number of proxies', (count) => {
    expect(refusal(() => readEnv({ ...PRODUCTION, TRUSTED_PROXIES: count }))).toContain(
      'TRUSTED_PROXIES: Give a number from 0 to 10',
    );
  });
});

describe('on a developer’s machine', () => {
  const LOCAL = { ...PRODUCTION, NODE_ENV: 'development', TRUSTED_PROXIES: '' };

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://stillhere.localhost'])(
    'the product starts at %s, and no proxy is trusted',
    (origin) => {
      expect(readEnv({ ...LOCAL, APP_ORIGIN: origin })).toMatchObject({ APP_ORIGIN: origin, TRUSTED_PROXIES: 0 });
    },
  );

  it.each(['http://192.168.1.7:3000', 'http://localhost.example', 'https://stillhere.example'])(
    'the product does not start for people at %s',
    (origin) => {
      expect(refusal(() => readEnv({ ...LOCAL, APP_ORIGIN: origin }))).toContain('APP_ORIGIN is not on this machine');
    },
  );
});

describe('a secret in a file', () => {
  it('is read without the space around it', () => {
    const { MASTER_KEYS, ...rest } = PRODUCTION;
    const env = readEnv({ ...rest, MASTER_KEYS_FILE: fileOf(`\n${MASTER_KEYS} \n`) });
    expect(env.MASTER_KEYS).toBe(MASTER_KEYS);
  });

  it('counts as set for what production requires', () => {
    const env = readEnv({ ...PRODUCTION, TRUSTED_PROXIES: '', TRUSTED_PROXIES_FILE: fileOf('2\n') });
    expect(env.TRUSTED_PROXIES).toBe(2);
  });

  it('counts as not set when the file is empty, as an empty variable does', () => {
    expect(readEnv({ ...PRODUCTION, STRIPE_SECRET_KEY_FILE: fileOf('\n') }).STRIPE_SECRET_KEY).toBeUndefined();
    expect(refusal(() => readEnv({ ...without('MASTER_KEYS'), MASTER_KEYS_FILE: fileOf('') }))).toContain(
      'MASTER_KEYS:',
    );
  });

  it('is refused beside the variable itself', () => {
    const path = fileOf('k2:other');
    const message = refusal(() => readEnv({ ...PRODUCTION, MASTER_KEYS_FILE: path }));
    expect(message).toContain('MASTER_KEYS: MASTER_KEYS_FILE is set as well. Set one of them');
    expect(message).not.toMatch(/k1:|k2:/);
    expect(readEnv({ ...PRODUCTION, MASTER_KEYS_FILE: '' }).MASTER_KEYS).toBe(PRODUCTION.MASTER_KEYS);
  });

  it('that cannot be read is named by its variable, and neither a value nor a path is shown', () => {
    const message = refusal(() =>
      readEnv({ ...without('SENDGRID_API_KEY'), SENDGRID_API_KEY_FILE: 'SG.the-key-itself' }),
    );
    expect(message).toContain('SENDGRID_API_KEY: the file that SENDGRID_API_KEY_FILE names cannot be read (ENOENT)');
    expect(message.match(/SENDGRID_API_KEY:/g)).toHaveLength(1);
    expect(message).not.toContain('the-key-itself');
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(refusal(() => readEnv({ ...without('SENDGRID_API_KEY'), SENDGRID_API_KEY_FILE: folder }))).toContain(
      '(EISDIR)',
    );
  });

  it('may be wrong, and its value is not shown', () => {
    const message = refusal(() => readEnv({ ...without('DATABASE_URL'), DATABASE_URL_FILE: fileOf('sesame') }));
    expect(message).toContain('DATABASE_URL: ');
    expect(message).not.toContain('sesame');
  });
});

describe('a command needs its own variables only', () => {
  const migration = { MIGRATION_DATABASE_URL: 'postgres://owner@db.example/stillhere' };
  const storage = { S3_ENDPOINT: 'http://s3.example', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  it('migrations: the owner’s address, and the passwords of the roles', () => {
    const path = fileOf('sesame\n');
    expect(readMigrationEnv({ ...migration, WEB_DATABASE_PASSWORD_FILE: path })).toEqual({
      ...migration,
      WEB_DATABASE_PASSWORD: 'sesame',
    });
    expect(refusal(() => readMigrationEnv(PRODUCTION))).toContain('MIGRATION_DATABASE_URL');
    const odd = refusal(() => readMigrationEnv({ ...migration, WEB_DATABASE_PASSWORD: 'p@ss/word' }));
    expect(odd).toContain('WEB_DATABASE_PASSWORD: Give ASCII letters');
    expect(odd).not.toContain('p@ss');
  });

  it('a backup: an address that may only read, and the store; no key', () => {
    const address = { BACKUP_DATABASE_URL: 'postgres://stillhere_backup@db.example/stillhere' };
    const env = readBackupEnv({ ...PRODUCTION, ...address, ...storage });
    expect(env).toEqual({ ...address, ...storage, S3_REGION: 'us-east-1', S3_BUCKET: 'stillhere' });
    expect(refusal(() => readBackupEnv(PRODUCTION))).toContain('BACKUP_DATABASE_URL');
  });

  it('a restore: the owner’s address, the store, and the ring that opens the backup', () => {
    expect(readRestoreEnv({ ...migration, ...storage, MASTER_KEYS: 'k1:x' })).toMatchObject(migration);
    expect(refusal(() => readRestoreEnv({ ...without('MASTER_KEYS'), ...migration }))).toContain('MASTER_KEYS');
  });

  it('prices: the key of the account', () => {
    expect(readStripeAccount({ STRIPE_SECRET_KEY_FILE: fileOf('sk_test_1\n') }).STRIPE_SECRET_KEY).toBe('sk_test_1');
  });
});
