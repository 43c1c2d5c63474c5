/** Builds the app when its sources have changed since the last build. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './run.ts';

export const ROOT = resolve(import.meta.dirname, '..');

const SHARED = ['domain', 'messages', 'services', 'adapters', 'config', 'db', 'package-lock.json'];
/** The sources of each process. */
export const SOURCES = {
  web: [...SHARED, 'app', 'public', 'workflows', 'package.json', 'vite.config.ts', 'react-router.config.ts'],
  // Vite replaces the rest of the app in the running process.
  hotWeb: [...SHARED, 'app/middleware', 'workflows', 'package.json', 'vite.config.ts', 'react-router.config.ts'],
  worker: [...SHARED, 'workflows', 'worker', 'package.json'],
} as const;
const BUILT_FROM = [...SOURCES.web, 'worker/bundle-workflows.ts'];
export const BUILD = join(ROOT, 'build');
const STAMP = join(BUILD, '.sources');

/**
 * @returns whether something was built
 * @throws RunFailed with the output of the build; the previous build stays
 */
export async function buildIfChanged(): Promise<boolean> {
  const stamp = stampOf(BUILT_FROM);
  const isBuilt = existsSync(join(ROOT, 'build/server/index.js')) && existsSync(join(ROOT, 'build/workflows.js'));
  if (isBuilt && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return false;
  await build(stamp);
  return true;
}

/**
 * Builds the app and the workflow bundle.
 * @param stamp of the sources as they are now
 * @throws RunFailed with the output of the build; the previous build stays
 */
export async function build(stamp: string = stampOf(BUILT_FROM)): Promise<void> {
  await restoreOnFailure(async () => {
    await run(process.execPath, [join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'build', '--logLevel', 'warn'], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    await bundleWorkflows();
  });
  writeFileSync(STAMP, stamp);
}

/** The part of the build that the worker needs. */
export async function bundleWorkflows(): Promise<void> {
  await run(process.execPath, [join(ROOT, 'worker/bundle-workflows.ts')], { cwd: ROOT });
}

/** A build that fails halfway would mix the browser's files of one version with the server of another. */
async function restoreOnFailure(build: () => Promise<void>): Promise<void> {
  const hasBuild = existsSync(BUILD);
  const before = join(ROOT, '.react-router', 'build-before');
  rmSync(before, { recursive: true, force: true });
  if (hasBuild) cpSync(BUILD, before, { recursive: true });
  try {
    await build();
  } catch (error) {
    rmSync(BUILD, { recursive: true, force: true });
    if (hasBuild) cpSync(before, BUILD, { recursive: true });
    throw error;
  } finally {
    rmSync(before, { recursive: true, force: true });
  }
}

/** @returns a hash of these files and of all files in these folders */
export function stampOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of sources.flatMap(filesOf)) {
    hash.update(`${name}\0`);
    hash.update(readFileSync(join(ROOT, name)));
    hash.update('\0');
  }
  return hash.digest('hex');
}

function filesOf(source: string): string[] {
  if (statSync(join(ROOT, source)).isFile()) return [source];
  return readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();
}
