/** `npm run dev` as a person uses it: twice on one folder, side by side with another, and stopped by a signal. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PORTS, type PortName } from '#dev/environment.ts';
import { answersOn, freePorts } from '#dev/ports.ts';
import { eventually } from '#tests/harness/process.ts';

const ROOT = resolve(import.meta.dirname, '..');
const NAMES = Object.keys(PORTS) as PortName[];

interface Run {
  child: ChildProcess;
  output: string;
  code: number | null;
}

const started: Run[] = [];
let home: string;
let ports: Record<PortName, number>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stillhere-dev-'));
  // Also for the user of Postgres, who would have its files elsewhere.
  await chmod(home, 0o755);
  const free = await freePorts(NAMES.length);
  ports = Object.fromEntries(NAMES.map((name, index) => [name, free[index]])) as typeof ports;
});
afterAll(async () => {
  // What a failed test has left running.
  for (const run of started) if (run.code === null && run.child.kill('SIGTERM')) await ended(run);
  await rm(home, { recursive: true, force: true });
});

/** Starts it as `npm run dev` does. */
function dev(args: string[] = [], change: Partial<Record<PortName, number>> = {}): Run {
  const variables = NAMES.map((name) => [PORTS[name].variable, `${change[name] ?? ports[name]}`]);
  const child = spawn(process.execPath, [join(ROOT, 'dev/main.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...Object.fromEntries(variables), STILLHERE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: Run = { child, output: '', code: null };
  started.push(run);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (run.output += chunk));
  // Not `exit`: its last lines come after that.
  child.once('close', (code) => (run.code = code ?? -1));
  return run;
}

const ready = (run: Run) =>
  eventually(
    async () => ({ output: run.output, code: run.code }),
    ({ output, code }) => /^Ready {2}http/m.test(output) || code !== null,
    240_000,
  );
const ended = (run: Run) =>
  eventually(
    async () => run.code,
    (code) => code !== null,
    120_000,
  );
/** Every process whose command line names the folder: each part of the stack does, or holds one of its ports. */
const leftOver = () =>
  execFileSync('ps', ['-eo', 'command='], { encoding: 'utf8' })
    .split('\n')
    .filter((command) => command.includes(home));

async function busyPorts(): Promise<PortName[]> {
  const answers = await Promise.all(NAMES.map((name) => answersOn(ports[name])));
  return NAMES.filter((_, index) => answers[index]);
}

async function mark(): Promise<number> {
  const client = new Client({ connectionString: `postgres://stillhere@127.0.0.1:${ports.postgres}/stillhere` });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from users');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

describe('the local stack', () => {
  let first: Run;

  it('comes up with one line, addresses and demo logins', async () => {
    first = dev();
    const { output } = await ready(first);
    expect(output).toContain(`\nReady  http://localhost:${ports.web}\n`);
    for (const name of ['web', 'simulator', 'engineUi', 'worker'] as const)
      expect(output).toContain(`http://localhost:${ports[name]}`);
    expect(output).toContain('premium@example.com');
    expect(await mark()).toBeGreaterThanOrEqual(3);
    const page = await fetch(`http://localhost:${ports.web}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Stillhere')]);
    expect((await fetch(`http://localhost:${ports.engineUi}/`)).status).toBe(200);
  }, 300_000);

  it('says plainly that it already runs here', async () => {
    const second = dev();
    expect(await ended(second)).toBe(1);
    expect(second.output).toMatch(/already runs on .*STILLHERE_HOME/);
    expect((await fetch(`http://localhost:${ports.web}/healthz`)).ok).toBe(true);
  }, 300_000);

  it('starts a part again that dies, and says so', async () => {
    const [, pid] =
      execFileSync('ps', ['-eo', 'pid=,ppid=,command='], { encoding: 'utf8' }).match(
        new RegExp(`^\\s*(\\d+)\\s+${first.child.pid}\\s.*worker/main\\.ts`, 'm'),
      ) ?? [];
    process.kill(Number(pid), 'SIGKILL');
    await eventually(
      async () => first.output,
      (output) => /The worker was ended by SIGKILL; starting it again/.test(output),
    );
    await eventually(
      () =>
        fetch(`http://localhost:${ports.worker}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      Boolean,
    );
  }, 300_000);

  it('leaves no process behind even when it was killed outright', async () => {
    first.child.kill('SIGKILL');
    await eventually(
      async () => [...leftOver(), ...(await busyPorts())],
      (all) => all.length === 0,
    );
    expect(existsSync(join(home, 'run.json'))).toBe(true);
  }, 300_000);

  it('finds its data again; stopped by a signal, it leaves no process, no port and no lock behind', async () => {
    const run = dev();
    await ready(run);
    expect(await mark()).toBeGreaterThanOrEqual(3);
    run.child.kill('SIGTERM');
    expect(await ended(run)).toBe(0);
    expect([...leftOver(), ...(await busyPorts())]).toEqual([]);
    expect(existsSync(join(home, 'run.json'))).toBe(false);
    expect(existsSync(join(home, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  }, 300_000);

  it('names a busy port, who wanted it, and the variable that helps', async () => {
    const [busy = 0] = await freePorts(1);
    const server = createServer().listen(busy);
    const run = dev([], { engine: busy });
    expect(await ended(run)).toBe(1);
    expect(run.output).toMatch(
      new RegExp(`Port ${busy}, which Temporal needs, is taken by process ${process.pid}, .*TEMPORAL_PORT`),
    );
    expect(leftOver()).toEqual([]);
    server.close();
  }, 300_000);

  it('starts afresh when asked to, and can be stopped in the middle of its start', async () => {
    const ofLastTime = join(home, 'postgres', 'data', 'of-last-time');
    await writeFile(ofLastTime, '');
    const run = dev(['--reset']);
    await eventually(
      async () => run.output,
      (output) => /✓ Postgres/.test(output),
    );
    run.child.kill('SIGINT');
    expect(await ended(run)).toBe(0);
    expect([...leftOver(), ...(await busyPorts())]).toEqual([]);
    expect(existsSync(join(home, 'run.json'))).toBe(false);
    expect([existsSync(join(home, 'postgres', 'data')), existsSync(ofLastTime)]).toEqual([true, false]);
  }, 300_000);
});
