/**
 * `npm test`: everything that can be wrong, in the order in which it is quickly found: style, types, the build, tests.
 * Brings what it needs and says so. What follows `--` goes to vitest.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BINARIES, findBinary } from './binaries.ts';
import { buildIfChanged, ROOT } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { RunFailed, run } from './run.ts';
import { Plain, say, step } from './terminal.ts';
import { timeSkippingServer } from './test-server.ts';

const NODE = process.execPath;
const REPORT = join(ROOT, 'build', 'tests.json');
const tool = (...args: string[]) => run(NODE, args, { cwd: ROOT });

/** A tool's own words are what helps: they are shown whole. */
function complain(what: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof RunFailed)) throw error;
    say(error.words);
    throw new Plain(`${what}; see above.`);
  };
}

function stream(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) =>
    spawn(NODE, args, { cwd: ROOT, env, stdio: 'inherit' }).once('exit', (code) => resolve(code ?? 1)),
  );
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

async function main(): Promise<number> {
  const temporal = await step('the engine’s program', (progress) => findBinary(BINARIES.temporal, progress));
  const versitygw = await step('the object store’s program', (progress) => findBinary(BINARIES.versitygw, progress));
  const stripeMock = await step('Stripe’s own mock', (progress) => findBinary(BINARIES.stripeMock, progress));
  await step('a test engine that skips time', timeSkippingServer);
  const chromium = await step('Chromium', ensureChromium);
  await step('style', () =>
    tool('node_modules/@biomejs/biome/bin/biome', 'check', '.').catch(complain('The style is not ours')),
  );
  await step('types', async () => {
    await tool('node_modules/@react-router/dev/bin.cjs', 'typegen').catch(complain('The routes have no types'));
    await tool('node_modules/typescript/bin/tsc').catch(complain('The types do not fit'));
  });
  await step('nothing unused', () =>
    tool('node_modules/knip/bin/knip.js', '--no-config-hints').catch(complain('Something is used by nobody')),
  );
  await step('the build', () => buildIfChanged().catch(complain('The app does not build')));

  const programs = { TEMPORAL_BIN: temporal, VERSITYGW_BIN: versitygw, STRIPE_MOCK_BIN: stripeMock };
  const env = { ...process.env, ...programs, CHROMIUM_BIN: chromium };
  rmSync(REPORT, { force: true });
  mkdirSync(dirname(REPORT), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const code = await stream(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)], env);
  return conclude(code);
}

/** Says how it went, in one line at the very end. @returns the exit code */
function conclude(code: number): number {
  if (!existsSync(REPORT)) throw new Plain('vitest ended before it had run a test; see above.');
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  const { numPassedTests: passed, numFailedTests: failed } = report;
  const skipped = report.numPendingTests + report.numTodoTests;
  say('');
  if (passed === 0) say('No test ran.');
  if (skipped > 0) say('A skipped test proves nothing: mend it or delete it.');
  if (code !== 0 && failed === 0) say('Something failed outside of the tests; see above.');
  say(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return code !== 0 || skipped > 0 || passed === 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(`\n✗ ${error instanceof Plain ? error.message : ((error as Error).stack ?? String(error))}`);
    process.exit(1);
  },
);
