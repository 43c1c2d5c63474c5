import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Home } from '#dev/home.ts';
import { commandOf } from '#dev/processes.ts';
import { isStack } from '#dev/running.ts';

const FOR_EVER = 'setInterval(() => {}, 1000)';
/** No process has this id. */
const NOBODY = 4_194_305;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function program(...args: string[]): ChildProcess & { pid: number } {
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('it does not run');
  return Object.assign(child, { pid: child.pid });
}

/** What a killed stack has left. */
function leave(home: Home, pid: number, children: { pid: number; command: string }[] = []): void {
  writeFileSync(home.path('run.json'), JSON.stringify({ pid, children }));
}

describe('the folder of a local stack', () => {
  it('has the environment for operators’ commands, in Node’s format, readable only by its owner', () => {
    const home = new Home(newFolder());
    home.saveEnvironment({ MASTER_KEYS: 'k1:ab+/=#x', PORT: '1', OTHER: 'x' }, ['MASTER_KEYS', 'MISSING']);
    const file = home.path('environment');
    expect(parseEnv(readFileSync(file, 'utf8'))).toEqual({ MASTER_KEYS: 'k1:ab+/=#x' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    home.reset();
    expect(existsSync(file)).toBe(false);
  });

  it.each(['dev/main.ts', 'dev/cluster/main.ts', 'bench/drill/main.ts'])('knows a stack that %s runs', (path) => {
    expect(isStack(program('-e', FOR_EVER, path).pid)).toBe(true);
    expect(isStack(program('-e', FOR_EVER, 'dev/other.ts').pid)).toBe(false);
  });

  it('can be used by one stack at a time', async () => {
    const home = new Home(newFolder());
    await home.take();
    expect(JSON.parse(readFileSync(home.path('run.json'), 'utf8'))).toMatchObject({ pid: process.pid });
    // A process with the command line of a local stack.
    const other = program('-e', FOR_EVER, 'dev/main.ts');
    leave(home, other.pid);
    const late = new Home(home.folder);
    await expect(late.take()).rejects.toThrow(
      `A local stack already runs on ${home.folder} (process ${other.pid}): stop it, or set STILLHERE_HOME`,
    );
    late.release();
    expect(existsSync(home.path('run.json')), 'what another has taken is not released').toBe(true);
    home.release();
    expect(existsSync(home.path('run.json'))).toBe(false);
  });

  it('can be used after a killed stack, even if its lock file is incomplete', async () => {
    const home = new Home(newFolder());
    for (const lock of [JSON.stringify({ pid: NOBODY, children: [] }), '{"pid":']) {
      writeFileSync(home.path('run.json'), lock);
      await home.take();
      home.release();
      expect(existsSync(home.path('run.json'))).toBe(false);
    }
  });

  it('ends the processes that a killed stack left', async () => {
    const home = new Home(newFolder());
    const orphan = program('-e', FOR_EVER);
    const ended = once(orphan, 'exit');
    leave(home, NOBODY, [{ pid: orphan.pid, command: commandOf(orphan.pid) ?? '' }]);
    await home.take();
    expect(await ended).toEqual([null, 'SIGKILL']);
    home.release();
  });

  it('does not end another program that has the process id of an ended one', async () => {
    const home = new Home(newFolder());
    const stranger = program('-e', FOR_EVER);
    leave(home, NOBODY, [{ pid: stranger.pid, command: `${process.execPath} worker/main.ts` }]);
    await home.take();
    home.release();
    expect(stranger.signalCode).toBeNull();
    expect(commandOf(stranger.pid)).not.toBeNull();
  });

  it('has secrets that only its owner can read, the same at each start', () => {
    const folder = newFolder();
    const secrets = new Home(folder).secrets();
    expect(new Home(folder).secrets()).toEqual(secrets);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(secrets.masterKeys.split(':')[1] ?? '', 'base64')).toHaveLength(32);
  });

  it('of an older version gets the new secrets, and keeps the others', () => {
    const folder = newFolder();
    const { googleSecret: _later, ...kept } = new Home(folder).secrets();
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify(kept));
    const secrets = new Home(folder).secrets();
    expect(secrets).toMatchObject({ ...kept, googleSecret: expect.stringMatching(/^.{24}$/) });
    expect(new Home(folder).secrets()).toEqual(secrets);
  });

  it('loses all data by a reset, but not its lock', async () => {
    const home = new Home(newFolder());
    await home.take();
    const before = home.secrets();
    for (const part of ['engine', 'objects', 'simulator', 'temporal', 'tls', 'drill']) mkdirSync(home.path(part));
    home.reset();
    expect(readdirSync(home.folder).sort()).toEqual(['logs', 'run.json']);
    expect(home.secrets().masterKeys).not.toBe(before.masterKeys);
    home.release();
  });

  it('that cannot be created is reported with the variable', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(() => new Home(join(file, 'home'))).toThrow(/cannot be kept in .*: set STILLHERE_HOME/);
  });
});
