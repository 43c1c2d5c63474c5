/**
 * `npm test`: runs every check and test, cheapest first. It installs the programs that it needs, and ends with a summary.
 *
 *     npm test                       everything
 *     npm test -- --quick            style, types and the tests that need only memory
 *     npm test -- tests/db -t 'a title'   some tests; the arguments after `--` go to vitest
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BINARIES, findBinary } from './binaries.ts';
import { ensureChromium, ensureFirefox } from './browsers.ts';
import { buildIfChanged, ROOT } from './build.ts';
import { findJava } from './java.ts';
import { endRunning, RunFailed, run } from './run.ts';
import { ExplainedError, say, step } from './terminal.ts';
import { chosenOf, type Part, type Report, summaryOf } from './test-report.ts';
import { timeSkippingServer } from './test-server.ts';

const NODE = process.execPath;
const REPORTS = join(ROOT, 'build', 'tests');

/** Node keeps what it compiles: reading our modules takes each program that tests start a second, and half of one with this. */
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'node');

/** Two runs of tests at the same time, which end at about the same time. Much of the second waits for engines and retries. */
const LANES: readonly { name: string; projects: readonly string[]; workers: number }[] = [
  { name: 'pages', projects: ['browser', 'http'], workers: 2 },
  { name: 'services', projects: ['fault', 'process', 'workflow', 'db', 'mocked'], workers: 2 },
];

async function main(args: string[]): Promise<number> {
  const started = Date.now();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const parts: Part[] = [];
  const isEverything = args.length === 0;
  if (isEverything || args[0] === '--quick') {
    parts.push(...(await quick()));
    if (isEverything && parts.every(({ isGood }) => isGood)) parts.push(...(await rest()));
  } else {
    parts.push(...(await some(args)));
  }
  const summary = summaryOf(parts, (Date.now() - started) / 1_000);
  say(summary.text);
  return summary.isGood ? 0 : 1;
}

/** The checks and tests that take less than a minute. */
async function quick(): Promise<Part[]> {
  // Deletes the types of routes and writes them again: nothing reads them meanwhile.
  const typesOfRoutes = node('node_modules/@react-router/dev/bin.cjs', 'typegen');
  return Promise.all([
    check('style', () => node('node_modules/@biomejs/biome/bin/biome', 'check', '.')),
    check('types', async () => {
      await typesOfRoutes;
      // Each checker works out again the types that it shares with the others, and the tests keep the second core busy.
      await node('node_modules/typescript/bin/tsc', '--checkers', '1');
    }),
    check('nothing unused', async () => {
      await typesOfRoutes;
      await node('node_modules/knip/bin/knip.js', '--no-config-hints');
    }),
    vitest('pure', ['--project', 'pure']),
  ]);
}

/** The tests that need the built app, Postgres, the object store, the engine or a browser. */
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

/** Runs a check without tests, and prints the whole output of a failure. */
async function check(name: string, work: () => Promise<unknown>): Promise<Part> {
  const started = Date.now();
  const isGood = await step(name, work).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof RunFailed)) throw error;
      say(error.output);
      return false;
    },
  );
  return { name, isGood, seconds: (Date.now() - started) / 1_000, report: null };
}

/** Finds or installs the programs that tests start. @returns the environment with their paths */
async function programs(): Promise<NodeJS.ProcessEnv> {
  const TEMPORAL_BIN = await step('the engine’s program', (progress) => findBinary(BINARIES.temporal, progress));
  const VERSITYGW_BIN = await step('the object store’s program', (progress) =>
    findBinary(BINARIES.versitygw, progress),
  );
  const STRIPE_MOCK_BIN = await step('Stripe’s own mock', (progress) => findBinary(BINARIES.stripeMock, progress));
  await step('a test engine that skips time', timeSkippingServer);
  const CHROMIUM_BIN = await step('Chromium', ensureChromium);
  const FIREFOX_BIN = await step('Firefox', ensureFirefox);
  const JAVA_BIN = await step('Java for the HTML checker', findJava);
  return { ...process.env, TEMPORAL_BIN, VERSITYGW_BIN, STRIPE_MOCK_BIN, CHROMIUM_BIN, FIREFOX_BIN, JAVA_BIN };
}

/** Runs tests, and prints their lines at once. */
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

/** @returns the report of a run; null when it ended before it wrote one */
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
    say(`\n✗ ${error instanceof ExplainedError ? error.message : ((error as Error).stack ?? String(error))}`);
    process.exit(1);
  },
);
