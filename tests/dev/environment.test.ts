import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '#config/env.ts';
import { PORTS, processEnvironment, readLocalEnvironment } from '#dev/environment.ts';
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
    const env = readEnv(processEnvironment(readLocalEnvironment({}), secrets));
    expect(env).toMatchObject({ APP_ORIGIN: 'http://localhost:3000', WORKER_PORT: 9464, NODE_ENV: 'development' });
    expect(env).toMatchObject({ TWILIO_BASE_URL: 'http://127.0.0.1:8025', TWILIO_AUTH_TOKEN: secrets.twilioToken });
    expect(() => new Keyring(env.MASTER_KEYS)).not.toThrow();
  });

  it('changes each port by its variable, so that two checkouts can run at the same time', () => {
    const given = Object.fromEntries(
      Object.values(PORTS).map(({ variable }, index) => [variable, `${41_000 + index}`]),
    );
    const local = readLocalEnvironment(given);
    expect(new Set(Object.values(local.ports)).size).toBe(Object.keys(PORTS).length);
    const env = processEnvironment(local, home().secrets());
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
    expect(processEnvironment(readLocalEnvironment(given), home().secrets())).toMatchObject(given);
  });

  it('uses its own keys for the services that it starts, not the developer’s', () => {
    const given = { SENDGRID_API_KEY: 'SG.real', S3_SECRET_ACCESS_KEY: 'real', NODE_ENV: 'production' };
    const secrets = home().secrets();
    expect(processEnvironment(readLocalEnvironment(given), secrets)).toMatchObject({
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
