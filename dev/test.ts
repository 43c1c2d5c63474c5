/**
 * `npm test`: everything that can be wrong, cheapest first. Brings what it needs and says so, and ends with a summary.
 *
 *     npm test                       everything
 *     npm test -- --quick            style, types and what needs memory only
 *     npm test -- tests/db -t 'a title'   some tests; what follows `--` goes to vitest
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BINARIES, findBinary } from './binaries.ts';
import { buildIfChanged, ROOT } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { endRunning, RunFailed, run } from './run.ts';
import { Plain, say, step } from './terminal.ts';
import { chosenOf, type Part, type Report, summaryOf } from './test-report.ts';
import { timeSkippingServer } from './test-server.ts';

const NODE = process.execPath;
const REPORTS = join(ROOT, 'build', 'tests');

/** Tests that run beside each other. Those of the second lane mostly wait: for engines, retries and days that pass. */
const LANES: readonly { name: string; projects: readonly string[]; workers: number }[] = [
  { name: 'requests', projects: ['browser', 'db', 'http', 'mocked'], workers: 2 },
  { name: 'processes', projects: ['fault', 'process', 'workflow'], workers: 2 },
];

async function main(args: string[]): Promise<number> {
  const started = Date.now();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const parts: Part[] = [];
  const isWhole = args.length === 0;
  if (isWhole || args[0] === '--quick') {
    parts.push(...(await quick()));
    if (isWhole && parts.every(({ isGood }) => isGood)) parts.push(...(await rest()));
  } else {
    parts.push(...(await some(args)));
  }
  const summary = summaryOf(parts, (Date.now() - started) / 1_000);
  say(summary.text);
  return summary.isGood ? 0 : 1;
}

/** What is found within a minute. */
async function quick(): Promise<Part[]> {
  return Promise.all([
    check('style', () => node('node_modules/@biomejs/biome/bin/biome', 'check', '.')),
    check('types', async () => {
      await node('node_modules/@react-router/dev/bin.cjs', 'typegen');
      await node('node_modules/typescript/bin/tsc');
    }),
    check('nothing unused', () => node('node_modules/knip/bin/knip.js', '--no-config-hints')),
    vitest('pure', ['--project', 'pure']),
  ]);
}

/** What needs the built app, Postgres, the object store, the engine and a browser. */
async function rest(): Promise<Part[]> {
  const env = await programs();
  const build = await check('the build', buildIfChanged);
  if (!build.isGood) return [build];
  const lanes = LANES.map(({ name, projects, workers }) =>
    vitest(name, [...projects.flatMap((project) => ['--project', project]), `--maxWorkers=${workers}`], env),
  );
  return [build, ...(await Promise.all(lanes))];
}

/** The tests that the command line names. */
async function some(args: string[]): Promise<Part[]> {
  const env = await programs();
  const build = await check('the build', buildIfChanged);
  if (!build.isGood) return [build];
  const part = await vitest('some', args, env);
  const { report } = part;
  return [build, report && args.includes('-t') ? { ...part, report: chosenOf(report) } : part];
}

const node = (...args: string[]) => run(NODE, args, { cwd: ROOT });

/** A check without tests of its own; what its tool says of a failure is shown whole. */
async function check(name: string, work: () => Promise<unknown>): Promise<Part> {
  const started = Date.now();
  const isGood = await step(name, work).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof RunFailed)) throw error;
      say(error.words);
      return false;
    },
  );
  return { name, isGood, seconds: (Date.now() - started) / 1_000, report: null };
}

/** Finds or brings the programs that tests start. @returns the environment that names them */
async function programs(): Promise<NodeJS.ProcessEnv> {
  const TEMPORAL_BIN = await step('the engine’s program', (progress) => findBinary(BINARIES.temporal, progress));
  const VERSITYGW_BIN = await step('the object store’s program', (progress) =>
    findBinary(BINARIES.versitygw, progress),
  );
  const STRIPE_MOCK_BIN = await step('Stripe’s own mock', (progress) => findBinary(BINARIES.stripeMock, progress));
  await step('a test engine that skips time', timeSkippingServer);
  const CHROMIUM_BIN = await step('Chromium', ensureChromium);
  return { ...process.env, TEMPORAL_BIN, VERSITYGW_BIN, STRIPE_MOCK_BIN, CHROMIUM_BIN };
}

/** Runs tests, whose lines go out as they come. */
async function vitest(name: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Part> {
  const started = Date.now();
  const file = join(REPORTS, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const child = spawn(NODE, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', say);
  const code = await new Promise<number>((resolve) => child.once('close', (exit) => resolve(exit ?? 1)));
  return { name, isGood: code === 0, seconds: (Date.now() - started) / 1_000, report: reportIn(file) };
}

/** @returns what a run wrote; null when it ended before */
function reportIn(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    endRunning();
    say(`\n✗ ${error instanceof Plain ? error.message : ((error as Error).stack ?? String(error))}`);
    process.exit(1);
  },
);
