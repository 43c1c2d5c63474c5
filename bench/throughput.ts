/**
 * How many pages a second the web process serves, against the smallest app of the framework: one loader, no database, on
 * the same machine in the same run. The difference is our work.
 */
import { join } from 'node:path';
import { freePorts } from '#dev/ports.ts';
import { run } from '#dev/run.ts';
import { say, step } from '#dev/terminal.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createText } from '#services/vault/change-content.ts';
import { openTestAccount } from '#tests/harness/account.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { answers, TestProcess } from '#tests/harness/process.ts';
import type { World } from '#tests/harness/world.ts';
import { Visitor } from '#tests/http/visitor.ts';
import { memoryOf } from './memory.ts';

/** Fetched on demand, as Lighthouse is: only this measurement needs it. */
const AUTOCANNON = 'autocannon@8.0.0';
const CONNECTIONS = 16;
const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const ITEMS = 20;
/** Calls are counted as in production, and one person makes many. */
const COUNTED = { LIMIT_CALLS_PER_MINUTE: '1000000', LIMIT_WRITES_PER_MINUTE: '60' };
/** Of the hello world's requests a second; the longest wait of 99 in 100, in milliseconds; memory in bytes. */
const GOALS = { visitors: 0.6, 'signed in': 0.25, p99: 150, memory: 512 * MEGABYTE };
export const PAGES: Record<string, keyof typeof GOALS & ('visitors' | 'signed in')> = {
  '/': 'visitors',
  '/shared': 'visitors',
  '/pricing': 'visitors',
  '/dashboard': 'signed in',
  '/schedule': 'signed in',
  '/emergency': 'signed in',
};

interface Load {
  requests: { average: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}

/**
 * Loads each page with 16 connections.
 * @returns whether the goals are met
 */
export async function measureThroughput(world: World): Promise<boolean> {
  const hello = await startHello();
  const web = await world.webOf(COUNTED).start();
  try {
    const cookie = await personWithItems(world);
    const floor = await load(hello.address, '');
    const rows = [{ page: 'hello world', ...shown(floor, floor), goal: '' }];
    for (const [path, who] of Object.entries(PAGES)) {
      const measured = await step(path, () => load(`${world.origin}${path}`, who === 'visitors' ? '' : cookie));
      const ratio = measured.requests.average / floor.requests.average;
      const isMet = ratio >= GOALS[who] && measured.latency.p99 < GOALS.p99 && measured.non2xx + measured.errors === 0;
      rows.push({ page: path, ...shown(measured, floor), goal: `>= ${GOALS[who]} ${isMet ? 'met' : 'MISSED'}` });
    }
    console.table(rows);
    const memory = memoryOf(web.pid, 'VmHWM');
    say(`The web process held ${(memory / MEGABYTE).toFixed(0)} MiB at most.`);
    return memory < GOALS.memory && rows.every(({ goal }) => !goal.endsWith('MISSED'));
  } finally {
    await Promise.all([web.kill(), hello.process.kill()]);
  }
}

function shown({ requests, latency, non2xx, errors }: Load, floor: Load) {
  return {
    'requests a second': requests.average.toFixed(0),
    ratio: (requests.average / floor.requests.average).toFixed(2),
    'p50, ms': latency.p50,
    'p99, ms': latency.p99,
    failed: non2xx + errors,
  };
}

/** The framework's hello world, in production as our own build is. */
async function startHello() {
  const folder = join(import.meta.dirname, 'hello');
  const env = { ...process.env, NODE_ENV: 'production' };
  const framework = join(import.meta.dirname, '../node_modules/@react-router/dev/bin.cjs');
  await step('the hello world', () =>
    run(process.execPath, [framework, 'build', '--logLevel', 'warn'], { cwd: folder, env }),
  );
  const [port] = await freePorts(1);
  const address = `http://127.0.0.1:${port}/`;
  const hello = new TestProcess({
    name: 'the hello world',
    command: process.execPath,
    args: [join(folder, 'serve.ts'), join(folder, 'build/server/index.js'), `${port}`],
    env: { NODE_ENV: 'production' },
    isReady: () => answers(address),
  });
  return { process: await hello.start(), address };
}

/** @returns what a page answered to 16 connections, after a moment to warm up */
export async function load(address: string, cookie: string, seconds = SECONDS): Promise<Load> {
  await cannon(address, cookie, WARM_UP_SECONDS);
  return await cannon(address, cookie, seconds);
}

async function cannon(address: string, cookie: string, seconds: number): Promise<Load> {
  const headers = cookie ? ['--headers', `cookie=${cookie}`] : [];
  const asked = ['--connections', `${CONNECTIONS}`, '--duration', `${seconds}`, '--json', '--no-progress', ...headers];
  const report = await run('npm', ['exec', '--yes', `--package=${AUTOCANNON}`, '--', 'autocannon', ...asked, address]);
  return JSON.parse(report) as Load;
}

/** @returns the cookies of a person with as many letters and pending deliveries */
export async function personWithItems(world: World): Promise<string> {
  const { id, secret } = await openTestAccount(world.context(), 'cookie', 'Helena Duarte', 'premium');
  for (let item = 0; item < ITEMS; item++) {
    const letter = { title: `Letter ${item}`, content: 'The sea was calm.', is_public: false };
    const { id: content_id } = await createText(world.context(), id, letter);
    await scheduleDelivery(world.context(), id, scheduleOf(content_id, { recipient_email: `ana${item}@example.com` }));
  }
  const visitor = new Visitor(world.origin);
  await visitor.enter({ session: secret });
  return [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
}
