/** Builds the app when its sources have changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './binaries.ts';

export const ROOT = resolve(import.meta.dirname, '..');
/** What the build reads. */
export const SOURCES = ['app', 'domain', 'services', 'adapters', 'config', 'db', 'workflows', 'public'];
const SINGLE_FILES = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'worker/bundle-workflows.ts',
];
const STAMP = join(ROOT, 'build', '.sources');

/** @returns whether something was built */
export async function buildIfChanged(): Promise<boolean> {
  const stamp = stampOfSources();
  const isBuilt = existsSync(join(ROOT, 'build/server/index.js')) && existsSync(join(ROOT, 'build/workflows.js'));
  if (isBuilt && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return false;
  const node = process.execPath;
  await run(node, [join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await run(node, [join(ROOT, 'worker/bundle-workflows.ts')], { cwd: ROOT });
  writeFileSync(STAMP, stamp);
  return true;
}

function stampOfSources(): string {
  const hash = createHash('sha256');
  for (const name of [...SOURCES.flatMap(filesBelow), ...SINGLE_FILES])
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(ROOT, name)))
      .update('\0');
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(join(ROOT, name)).isFile())
    .sort();
}
