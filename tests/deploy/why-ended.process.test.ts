/** What an operator reads where a command cannot do its work: one sentence, and no stack. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type BackupSource, takeBackup } from '#services/backup/take-backup.ts';
import { whyEnded } from '#worker/commands/why-ended.ts';

/** Everything is set, and nothing listens. */
const NOWHERE = {
  NODE_ENV: 'test',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/stillhere',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY_ID: 'unused',
  S3_SECRET_ACCESS_KEY: 'unused',
  MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  SENDGRID_API_KEY: 'SG.unused',
  SENDGRID_WEBHOOK_PUBLIC_KEY: 'unused',
};

test.each([
  ['rotate-keys', []],
  ['accept-clock', []],
  ['hold', ['--all']],
  ['unhold', ['019a6f00-0000-7000-8000-000000000001']],
  ['unpublish', ['019a6f00-0000-7000-8000-000000000001']],
])('%s %j says in a sentence that the database is away', (name, args) => {
  const run = spawnSync(process.execPath, [`worker/commands/${name}.ts`, ...args], { env: NOWHERE, encoding: 'utf8' });
  const words = 'It ended in the middle: connect ECONNREFUSED 127.0.0.1:1. When that is mended, run it again.\n';
  expect([run.status, run.stdout, run.stderr]).toEqual([1, '', words]);
});

test('a backup ends at once where no folder can be made', async () => {
  const error: unknown = await takeBackup({} as BackupSource, '/proc/x/y').catch((reason: unknown) => reason);
  expect(whyEnded(error)).toMatch(/^It ended in the middle: E[A-Z]+: .*, mkdir '\/proc(\/x)?'\.$/);
});
