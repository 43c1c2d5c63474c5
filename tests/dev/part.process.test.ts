import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Home } from '#dev/home.ts';
import { complaintIn } from '#dev/parts.ts';
import { freePorts, requireFree } from '#dev/ports.ts';
import { commandOf } from '#dev/processes.ts';
import { Stack } from '#dev/stack.ts';

const FOR_EVER = 'setInterval(() => {}, 1000);';
let said: string;

beforeEach(() => {
  said = '';
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((words) => {
    said += words;
    return true;
  });
  onTestFinished(() => output.mockRestore());
});

function stack(): Stack {
  const folder = mkdtempSync(join(tmpdir(), 'stack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Stack(new Home(folder));
}

/** A part that runs a line of script and is ready as soon as it has said so: after it, or a signal could come sooner. */
function partOf(one: Stack, script: string, more: { name?: string; stopsFirst?: boolean } = {}) {
  const name = more.name ?? 'The part';
  const log = name.replaceAll(' ', '-');
  return one.add({
    name,
    log,
    command: process.execPath,
    args: ['-e', `${script} console.log("ready");`],
    isReady: async () => readFileSync(one.home.path('logs', `${log}.log`), 'utf8').includes('ready'),
    help: 'set PART_PORT.',
    ...more,
  });
}

describe('a part of the local stack', () => {
  it('is started again when it dies, and says so', async () => {
    const one = stack();
    const part = partOf(one, FOR_EVER);
    await part.start();
    const first = part.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(said).toContain('The part is back.'), { timeout: 60_000, interval: 50 });
    expect(said).toContain('! The part was ended by SIGKILL; starting it again in 1 s.');
    expect(part.pid).not.toBe(first);
    await one.stop();
    expect(commandOf(first)).toBeNull();
  });

  it('that keeps dying is started ever later, and at last not any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const one = stack();
    const part = partOf(one, `console.error("Error: no room left"); ${FOR_EVER}`);
    await part.start();
    for (const pause of [1, 2, 4, 8]) {
      process.kill(part.pid ?? 0, 'SIGKILL');
      await vi.waitFor(() => expect(said).toContain(`starting it again in ${pause} s.`));
      const before = said;
      await vi.advanceTimersByTimeAsync(pause * 1_000);
      await vi.waitFor(() => expect(said.slice(before.length)).toContain('The part is back.'), { timeout: 60_000 });
    }
    process.kill(part.pid ?? 0, 'SIGKILL');
    await vi.waitFor(() =>
      expect(said).toMatch(
        /✗ The part keeps dying \(was ended by SIGKILL\), and is not started again \(its last words: Error: no room left\): set PART_PORT\./,
      ),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(part.pid).toBeUndefined();
    await one.stop();
  });

  it('that ends at its start says why, and which variable helps, in one sentence', async () => {
    const one = stack();
    const part = one.add({
      name: 'The part',
      log: 'part',
      command: process.execPath,
      args: ['-e', 'console.log("one"); console.error("Error: no room left"); console.log("two"); process.exit(3)'],
      isReady: async () => false,
      help: 'set PART_PORT.',
    });
    await expect(part.start()).rejects.toThrow(
      /^The part ended at its start \(its last words: Error: no room left\): set PART_PORT\. Its log is .*part\.log\.$/,
    );
    expect(said).toBe('');
  });

  it('that is no program at all says so', async () => {
    const plan = { name: 'The part', log: 'part', command: '/nowhere/at-all', args: [], help: 'set PART_BIN.' };
    const part = stack().add({ ...plan, isReady: async () => false });
    await expect(part.start()).rejects.toThrow(/^The part ended at its start \(its last words: .*ENOENT.*set PART_BIN/);
  });

  it('is stopped after what stands on it, which may finish first', async () => {
    const one = stack();
    const script = (name: string) =>
      `process.on("SIGTERM", () => setTimeout(() => { require("fs").appendFileSync(${JSON.stringify(one.home.path('order'))}, "${name} "); process.exit() }, 200)); ${FOR_EVER}`;
    const ground = partOf(one, script('ground'), { name: 'ground' });
    const house = partOf(one, script('house'), { name: 'house', stopsFirst: true });
    await Promise.all([ground.start(), house.start()]);
    await one.stop();
    expect(readFileSync(one.home.path('order'), 'utf8')).toBe('house ground ');
  });

  it('is not started while everything is being stopped', async () => {
    const one = stack();
    await one.stop();
    expect(() => partOf(one, FOR_EVER)).toThrow(/everything is being stopped/);
  });

  it('is on record while it runs, so that the next start can tidy up after one that was killed', async () => {
    const one = stack();
    await one.home.take();
    const part = partOf(one, FOR_EVER);
    await part.start();
    const { pid = 0 } = part;
    const record = readFileSync(one.home.path('run.json'), 'utf8');
    expect(JSON.parse(record).children).toEqual([{ pid, command: commandOf(pid) }]);
    await new Home(one.home.folder).take();
    await vi.waitFor(() => expect(commandOf(pid)).toBeNull());
    await sleep(50);
    await one.stop();
  });
});

describe('what a process prints', () => {
  it('is shown in words when it warns, and kept in the log when it only informs', () => {
    expect(complaintIn('{"level":30,"msg":"at work"}')).toBeNull();
    expect(complaintIn('{"level":40,"msg":"trying again","err":{"message":"refused"}}')).toBe('trying again: refused');
    expect(complaintIn('Error: not even a log')).toBe('Error: not even a log');
  });
});

describe('a busy port', () => {
  it('is named, with who wanted it, who has it, and the variable that helps', async () => {
    const [port = 0] = await freePorts(1);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1' }, resolve));
    await expect(requireFree(port, 'Postgres', 'POSTGRES_PORT')).rejects.toThrow(
      new RegExp(`^Port ${port}, which Postgres needs, is taken by process ${process.pid}, ".*": stop .*POSTGRES_PORT`),
    );
    await new Promise((resolve) => server.close(resolve));
    await expect(requireFree(port, 'Postgres', 'POSTGRES_PORT')).resolves.toBeUndefined();
  });
});
