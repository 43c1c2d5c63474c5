/** Whom a command of operators changes. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Home } from '#dev/home.ts';
import { addressed } from '#dev/operator-environment.ts';

const URL_OF_STACK = 'postgres://stillhere@127.0.0.1:5/stillhere';
const KEPT = { DATABASE_URL: URL_OF_STACK, MASTER_KEYS: 'k1:ab=' };

function newHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Home(folder);
}

/** A home on which a stack has run; it runs still as long as the test. */
function runningHome(): { home: Home; pid: number } {
  const home = newHome();
  home.keepEnvironment(KEPT, Object.keys(KEPT));
  const stack = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'dev/main.ts'], { stdio: 'ignore' });
  onTestFinished(() => void stack.kill('SIGKILL'));
  const pid = stack.pid ?? 0;
  writeFileSync(home.path('run.json'), JSON.stringify({ pid, children: [] }));
  return { home, pid };
}

it('is the local stack of STILLHERE_HOME, with its keys, and by its name', () => {
  const { home, pid } = runningHome();
  const { words, env } = addressed({ STILLHERE_HOME: home.folder });
  expect(env).toEqual(KEPT);
  expect(words).toBe(`This is the local stack in ${home.folder} (process ${pid}).`);
  expect(addressed({ STILLHERE_HOME: home.folder, DATABASE_URL: URL_OF_STACK }).env).toEqual(KEPT);
});

it('is another database where DATABASE_URL names one: nothing of a stack beside it is used, and no password is shown', () => {
  const { home } = runningHome();
  const given = { STILLHERE_HOME: home.folder, DATABASE_URL: 'postgres://us:secret@db.example:5432/live' };
  expect(addressed(given)).toEqual({ words: 'The database is db.example:5432/live, as DATABASE_URL says.', env: {} });
});

it('is nobody where none runs, or none ever ran: the command ends, and says so', () => {
  const never = newHome();
  expect(() => addressed({ STILLHERE_HOME: never.folder })).toThrow(`None has run in ${never.folder}`);
  never.keepEnvironment(KEPT, Object.keys(KEPT));
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, STILLHERE_HOME: never.folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dev/operator.ts', 'keys:rotate'], {
    env,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(`in ${never.folder} does not run`)]);
});
