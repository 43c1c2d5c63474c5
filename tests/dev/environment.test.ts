import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBackupEnv, readEnv, readMigrationEnv } from '#config/env.ts';
import { PORTS, processEnvironments, readLocalEnvironment } from '#dev/environment.ts';
import { Home } from '#dev/home.ts';
import { Keyring } from '#services/crypto/keyring.ts';

function home(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Home(folder);
}

describe('the local environment', () => {
  it('has every variable that the processes need', () => {
    const secrets = home().secrets();
    const { web, worker, owner, commands } = processEnvironments(readLocalEnvironment({}), secrets);
    const env = readEnv(web);
    expect(env).toMatchObject({ APP_ORIGIN: 'http://localhost:3000', WORKER_PORT: 9464, NODE_ENV: 'development' });
    expect(env).toMatchObject({ TWILIO_BASE_URL: 'http://127.0.0.1:8025', TWILIO_AUTH_TOKEN: secrets.twilioToken });
    expect(() => new Keyring(env.MASTER_KEYS)).not.toThrow();
    expect(() => [readEnv(worker), readEnv(commands), readMigrationEnv(owner), readBackupEnv(commands)]).not.toThrow();
  });

  it('connects each process as its own role, and only the migrations as the owner', () => {
    const { web, worker, owner, commands } = processEnvironments(readLocalEnvironment({}), home().secrets());
    const role = (address = '') => new URL(address).username;
    expect([role(web.DATABASE_URL), role(worker.DATABASE_URL)]).toEqual(['stillhere_web', 'stillhere_worker']);
    expect([role(commands.DATABASE_URL), role(commands.BACKUP_DATABASE_URL)]).toEqual([
      'stillhere_worker',
      'stillhere_backup',
    ]);
    expect([role(owner.MIGRATION_DATABASE_URL), role(commands.MIGRATION_DATABASE_URL)]).toEqual([
      'stillhere',
      'stillhere',
    ]);
    for (const process of [web, worker]) expect(JSON.stringify(process)).not.toMatch(/MIGRATION|stillhere@|_PASSWORD/);
  });

  it('changes each port by its variable, so that two checkouts can run at the same time', () => {
    const given = Object.fromEntries(
      Object.values(PORTS).map(({ variable }, index) => [variable, `${41_000 + index}`]),
    );
    const local = readLocalEnvironment(given);
    expect(new Set(Object.values(local.ports)).size).toBe(Object.keys(PORTS).length);
    const env = processEnvironments(local, home().secrets());
    expect(JSON.stringify(env)).not.toMatch(/:(3000|54320|7233|9000|8025)\b/);
  });

  it('uses services that run elsewhere, and keeps the developer’s own variables', () => {
    const given = {
      DATABASE_URL: 'postgres://db.example/x',
      TEMPORAL_ADDRESS: 'engine.example:7233',
      UNKNOWN_WAIT_SECONDS: '5',
    };
    expect(readLocalEnvironment(given).external).toEqual({
      postgres: true,
      engine: true,
      objects: false,
      simulator: false,
    });
    const { web, worker, owner } = processEnvironments(readLocalEnvironment(given), home().secrets());
    const { DATABASE_URL, ...rest } = given;
    expect(worker).toMatchObject(rest);
    expect(owner.MIGRATION_DATABASE_URL).toBe(DATABASE_URL);
    expect(web.DATABASE_URL).toMatch(/^postgres:\/\/stillhere_web:[\w-]+@db\.example\/x$/);
  });

  it('uses its own keys for the services that it starts, not the developer’s', () => {
    const given = { SENDGRID_API_KEY: 'SG.real', S3_SECRET_ACCESS_KEY: 'real', NODE_ENV: 'production' };
    const secrets = home().secrets();
    expect(processEnvironments(readLocalEnvironment(given), secrets).web).toMatchObject({
      SENDGRID_API_KEY: secrets.sendgridKey,
      S3_SECRET_ACCESS_KEY: secrets.s3SecretKey,
      NODE_ENV: 'development',
    });
  });

  it('names the missing keys of a service that runs elsewhere', () => {
    expect(() => readLocalEnvironment({ S3_ENDPOINT: 'http://s3.example', S3_ACCESS_KEY_ID: 'me' })).toThrow(
      /^S3_ENDPOINT names .*: set S3_SECRET_ACCESS_KEY too, or unset S3_ENDPOINT/,
    );
  });

  it.each(['x', '0', '70000', '80.5', '-1'])('names the variable of an invalid port: %s', (value) => {
    expect(() => readLocalEnvironment({ POSTGRES_PORT: value })).toThrow(
      /^POSTGRES_PORT is ".+", which is no port: set it to/,
    );
  });
});
