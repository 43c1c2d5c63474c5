/**
 * `npm test`: everything that can be wrong, in the order in which it is quickly found: style, types, the build, tests.
 * Brings what it needs and says so. What follows `--` goes to vitest.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BINARIES, findBinary, run } from './binaries.ts';
import { buildIfChanged, ROOT } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { Plain, say, step } from './terminal.ts';
import { timeSkippingServer } from './test-server.ts';

const NODE = process.execPath;
const REPORT = join(ROOT, 'build', 'tests.json');
const tool = (...args: string[]) => run(NODE, args, { cwd: ROOT }).catch(showFully(args));

/** A tool's own words are what helps: they are shown whole. */
function showFully(args: string[]) {
  return async () => {
    await stream(args);
    throw new Plain(`"${args[0]?.split('node_modules/').at(-1)}" found something; see above.`);
  };
}

function stream(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
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
  await step('the engine’s program', (progress) => findBinary(BINARIES.temporal, progress));
  await step('the object store’s program', (progress) => findBinary(BINARIES.versitygw, progress));
  await step('a test engine that skips time', timeSkippingServer);
  const chromium = await step('Chromium', ensureChromium);
  await step('style', () => tool('node_modules/@biomejs/biome/bin/biome', 'check', '.'));
  await step('types', async () => {
    await tool('node_modules/@react-router/dev/bin.cjs', 'typegen');
    await tool('node_modules/typescript/bin/tsc');
  });
  await step('nothing unused', () => tool('node_modules/knip/bin/knip.js', '--no-config-hints'));
  await step('the build', buildIfChanged);

  rmSync(REPORT, { force: true });
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    ...process.argv.slice(2),
  ];
  const code = await stream(args, { ...process.env, CHROMIUM_BIN: chromium });
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  const skipped = report.numPendingTests + report.numTodoTests;
  say(`\n${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped`);
  if (report.numPassedTests === 0) say('No test ran.');
  if (skipped > 0) say('A skipped test proves nothing: mend it or delete it.');
  return code !== 0 || skipped > 0 || report.numPassedTests === 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(`\n✗ ${error instanceof Plain ? error.message : ((error as Error).stack ?? String(error))}`);
    process.exit(1);
  },
);
