/**
 * `npm run build`: builds the app and the workflow bundle into build/.
 *
 *     --verify    builds twice, compares every byte, and writes the hashes of all files to build/SHA256SUMS
 *     --release   the same, and adds the hashes of this version to docs/releases.md
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILD, build, ROOT } from './build.ts';
import { differences, type Hashes, hashesOf, sumsOf, withRelease } from './build-hashes.ts';
import { RunFailed } from './run.ts';
import { ExplainedError, say, step } from './terminal.ts';

const RELEASES = join(ROOT, 'docs', 'releases.md');
/** The scripts that seal and open, by their places in the build. What else a page loads is in the list of all files. */
const SEALING_SCRIPTS = /^client\/(open-sealed-worker|assets\/(open-sealed|seal|sealing)-[\w-]+)\.js$/;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { verify: { type: 'boolean' }, release: { type: 'boolean' } } });
  await step('the build', () => build());
  if (!values.verify && !values.release) return;
  const hashes = await verified();
  if (values.release) release(hashes);
}

/** @returns the hashes of two builds that are the same. @throws ExplainedError */
async function verified(): Promise<Hashes> {
  const hashes = hashesOf(BUILD);
  await step('the same build again', () => build());
  const different = differences(hashes, hashesOf(BUILD));
  if (different.length > 0) throw new ExplainedError(`Two builds differ in: ${different.join(', ')}.`);
  writeFileSync(join(BUILD, 'SHA256SUMS'), sumsOf(hashes));
  say(`Both builds have the same ${hashes.size} files. Their hashes: build/SHA256SUMS.`);
  return hashes;
}

function release(hashes: Hashes): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const scripts = [...hashes.keys()].filter((path) => SEALING_SCRIPTS.test(path));
  const node = process.versions.node;
  writeFileSync(RELEASES, withRelease(readFileSync(RELEASES, 'utf8'), { version, node, hashes, scripts }));
  say(`docs/releases.md has the hashes of ${version}.`);
}

main().catch((error: unknown) => {
  if (error instanceof RunFailed) say(error.output);
  const isExplained = error instanceof ExplainedError || error instanceof RunFailed;
  say(`✗ ${isExplained ? error.message : ((error as Error).stack ?? String(error))}`);
  process.exitCode = 1;
});
