import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Home } from '#dev/home.ts';
import { warningIn } from '#dev/parts.ts';
import { freePorts, requireFree } from '#dev/ports.ts';
import { commandOf } from '#dev/processes.ts';
import { Stack } from '#dev/stack.ts';

const FOR_EVER = 'setInterval(() => {}, 1000);';
/** `vi.waitFor` gives up after a second, and a busy machine may take longer to report the end of a process. */
const PATIENTLY = { timeout: 60_000 };
let printed: string;

beforeEach(() => {
  printed = '';
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  onTestFinished(() => output.mockRestore());
});

function stack(): Stack {
  const folder = mkdtempSync(join(tmpdir(), 'stack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Stack(new Home(folder));
}

/** A part that runs a line of script. It is ready after that line, so that no signal comes too early. */
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
  it('is replaced by other arguments, which a crash keeps', async () => {
    const one = stack();
    const part = partOf(one, FOR_EVER);
    await part.start();
    const first = part.pid ?? 0;
    await part.replace(['-e', `${FOR_EVER} console.log("ready"); //the next version`]);
    expect(commandOf(first)).toBeNull();
    expect(commandOf(part.pid ?? 0)).toContain('the next version');
    process.kill(part.pid ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(printed).toContain('The part is back.'), PATIENTLY);
    expect(commandOf(part.pid ?? 0)).toContain('the next version');
    await one.stop();
  });

  it('restarts after a crash, and reports it', async () => {
    const one = stack();
    const part = partOf(one, FOR_EVER);
    await part.start();
    const first = part.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(printed).toContain('The part is back.'), PATIENTLY);
    expect(printed).toContain('! The part was ended by SIGKILL; starting it again in 1 s.');
    expect(part.pid).not.toBe(first);
    await one.stop();
    expect(commandOf(first)).toBeNull();
  });

  it('that keeps crashing restarts after longer and longer pauses, and then stays off', async () => {
    // The date as well: a crash is an early one only within 15 seconds.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const one = stack();
    const part = partOf(one, `console.error("Error: no room left"); ${FOR_EVER}`);
    await part.start();
    for (const pause of [1, 2, 4, 8]) {
      process.kill(part.pid ?? 0, 'SIGKILL');
      await vi.waitFor(() => expect(printed).toContain(`starting it again in ${pause} s.`), PATIENTLY);
      const before = printed;
      await vi.advanceTimersByTimeAsync(pause * 1_000);
      await vi.waitFor(() => expect(printed.slice(before.length)).toContain('The part is back.'), PATIENTLY);
    }
    process.kill(part.pid ?? 0, 'SIGKILL');
    await vi.waitFor(
      () =>
        expect(printed).toMatch(
          /✗ The part keeps crashing \(was ended by SIGKILL\), and is not started again \(its last output: Error: no room left\): set PART_PORT\./,
        ),
      PATIENTLY,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(part.pid).toBeUndefined();
    await one.stop();
  });

  it('that ends at its start is reported in one sentence with the reason and the variable', async () => {
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
      /^The part ended at its start \(its last output: Error: no room left\): set PART_PORT\. Its log is .*part\.log\.$/,
    );
    expect(printed).toBe('');
  });

  it('whose program does not exist is reported', async () => {
    const plan = { name: 'The part', log: 'part', command: '/nowhere/at-all', args: [], help: 'set PART_BIN.' };
    const part = stack().add({ ...plan, isReady: async () => false });
    await expect(part.start()).rejects.toThrow(
      /^The part ended at its start \(its last output: .*ENOENT.*set PART_BIN/,
    );
  });

  it('stops after the parts that use it have finished', async () => {
    const one = stack();
    const script = (name: string) =>
      `process.on("SIGTERM", () => setTimeout(() => { require("fs").appendFileSync(${JSON.stringify(one.home.path('order'))}, "${name} "); process.exit() }, 200)); ${FOR_EVER}`;
    const ground = partOf(one, script('ground'), { name: 'ground' });
    const house = partOf(one, script('house'), { name: 'house', stopsFirst: true });
    await Promise.all([ground.start(), house.start()]);
    await one.stop();
    expect(readFileSync(one.home.path('order'), 'utf8')).toBe('house ground ');
  });

  it('does not start while the stack stops', async () => {
    const one = stack();
    await one.stop();
    expect(() => partOf(one, FOR_EVER)).toThrow(/everything is being stopped/);
  });

  it('is recorded while it runs, so that the next start can end it after a kill', async () => {
    const one = stack();
    await one.home.take();
    const part = partOf(one, FOR_EVER);
    await part.start();
    const { pid = 0 } = part;
    const record = readFileSync(one.home.path('run.json'), 'utf8');
    expect(JSON.parse(record).children).toEqual([{ pid, command: commandOf(pid) }]);
    await new Home(one.home.folder).take();
    await vi.waitFor(() => expect(commandOf(pid)).toBeNull(), PATIENTLY);
    await one.stop();
  });
});

describe('a log line', () => {
  it('is shown as a message if it is a warning or an error, and not shown otherwise', () => {
    expect(warningIn('{"level":30,"msg":"at work"}')).toBeNull();
    expect(warningIn('{"level":40,"msg":"trying again","err":{"message":"refused"}}')).toBe('trying again: refused');
    expect(warningIn('Error: not even a log')).toBe('Error: not even a log');
  });
});

describe('a busy port', () => {
  it('is reported with the part that needs it, the program that uses it, and the variable', async () => {
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
