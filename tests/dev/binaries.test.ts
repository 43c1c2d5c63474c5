import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBinary } from '#dev/binaries.ts';

/** A program that is not installed and cannot be downloaded. */
const NOBODYS = {
  name: 'stillhere-nobodys-program',
  variable: 'NOBODYS_BIN',
  release: () => 'http://127.0.0.1:1/release.tar.gz',
  module: 'example.invalid/nobody@v0.0.0',
};

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'binaries-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    async program(path: string): Promise<string> {
      const file = join(folder, path, NOBODYS.name);
      await mkdir(join(folder, path), { recursive: true });
      await writeFile(file, '#!/bin/sh\n');
      await chmod(file, 0o755);
      return file;
    },
  };
}

describe('a program that npm does not install', () => {
  it('is found by its variable, then on the PATH, then in the cache', async () => {
    const { folder, program } = await place();
    const [named, onPath, cached] = [await program('named'), await program('path'), await program('cache/bin')];
    const env = { PATH: ['/nowhere', join(folder, 'path')].join(delimiter), STILLHERE_CACHE: join(folder, 'cache') };
    expect(await findBinary(NOBODYS, () => {}, { ...env, NOBODYS_BIN: named })).toBe(named);
    expect(await findBinary(NOBODYS, () => {}, env)).toBe(onPath);
    expect(await findBinary(NOBODYS, () => {}, { ...env, PATH: '/nowhere' })).toBe(cached);
  });

  it('whose variable names no program is reported in one sentence', async () => {
    const found = findBinary(NOBODYS, () => {}, { NOBODYS_BIN: '/nowhere/at-all' });
    await expect(found).rejects.toThrow(/^NOBODYS_BIN names \/nowhere\/at-all, which is not a program: .*\.$/);
  });

  it('that cannot be installed is reported with each try, its error and the variable; no files are left', async () => {
    const { folder } = await place();
    const tried: string[] = [];
    const env = { PATH: '/nowhere', STILLHERE_CACHE: join(folder, 'cache') };
    await expect(findBinary(NOBODYS, (detail) => tried.push(detail), env)).rejects.toThrow(
      /is needed and is not here: its release could not be downloaded \(.+\) and it could not be built \(.+\)\. .*NOBODYS_BIN/,
    );
    expect(tried).toEqual([expect.stringContaining('downloading'), expect.stringContaining('building')]);
    const { readdir } = await import('node:fs/promises');
    expect(await readdir(join(folder, 'cache', 'bin'))).toEqual([]);
  });
});
