/** The stack that an operator's command changes. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Home } from '#dev/home.ts';
import { targetStack } from '#dev/operator-environment.ts';

const URL_OF_STACK = 'postgres://stillhere@127.0.0.1:5/stillhere';
const KEPT = {
  DATABASE_URL: URL_OF_STACK,
  MIGRATION_DATABASE_URL: 'postgres://stillhere@127.0.0.1:5/owned',
  MASTER_KEYS: 'k1:ab=',
};

function newHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Home(folder);
}

/** The folder of a stack that runs until the end of the test. */
function runningHome(): { home: Home; pid: number } {
  const home = newHome();
  home.saveEnvironment(KEPT, Object.keys(KEPT));
  const stack = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'dev/main.ts'], { stdio: 'ignore' });
  onTestFinished(() => void stack.kill('SIGKILL'));
  const pid = stack.pid ?? 0;
  writeFileSync(home.path('run.json'), JSON.stringify({ pid, children: [] }));
  return { home, pid };
}

it('an operator’s command changes the local stack of STILLHERE_HOME, with its keys, and names it', () => {
  const { home, pid } = runningHome();
  const { description, env } = targetStack({ STILLHERE_HOME: home.folder }, 'DATABASE_URL');
  expect(env).toEqual(KEPT);
  expect(description).toBe(`This is the local stack in ${home.folder} (process ${pid}).`);
  expect(targetStack({ STILLHERE_HOME: home.folder, DATABASE_URL: URL_OF_STACK }, 'DATABASE_URL').env).toEqual(KEPT);
});

it('an operator’s command changes the database of DATABASE_URL, without the keys of a local stack, and shows no password', () => {
  const { home } = runningHome();
  const given = { STILLHERE_HOME: home.folder, DATABASE_URL: 'postgres://us:secret@db.example:5432/live' };
  expect(targetStack(given, 'DATABASE_URL')).toEqual({
    description: 'The database is db.example:5432/live, as DATABASE_URL says.',
    env: {},
  });
});

it('an operator’s command takes each variable that names a database, and never mixes it with a local stack', () => {
  const { home } = runningHome();
  const target = (given: Record<string, string>) =>
    targetStack({ STILLHERE_HOME: home.folder, ...given }, 'BACKUP_DATABASE_URL');
  const elsewhere = 'postgres://us:secret@db.example:5432/live';
  expect(target({ BACKUP_DATABASE_URL: elsewhere, DATABASE_URL: URL_OF_STACK })).toEqual({
    description: 'The database is db.example:5432/live, as BACKUP_DATABASE_URL says.',
    env: {},
  });
  expect(target({ BACKUP_DATABASE_URL_FILE: '/run/secrets/backup' })).toEqual({
    description: 'The database is the one in the file of BACKUP_DATABASE_URL_FILE.',
    env: {},
  });
  expect(target({ MIGRATION_DATABASE_URL: elsewhere }).env).toEqual({});
  // A developer whose own server the stack uses.
  expect(target({ DATABASE_URL: KEPT.MIGRATION_DATABASE_URL }).env).toEqual(KEPT);
});

it('an operator’s command ends with a message when no local stack runs, or none ever ran', () => {
  const never = newHome();
  expect(() => targetStack({ STILLHERE_HOME: never.folder }, 'DATABASE_URL')).toThrow(
    `None has run in ${never.folder}`,
  );
  never.saveEnvironment(KEPT, Object.keys(KEPT));
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, STILLHERE_HOME: never.folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dev/operator.ts', 'keys:rotate'], {
    env,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(`in ${never.folder} does not run`)]);
});
