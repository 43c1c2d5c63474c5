/** Packages of Python, each in a virtual environment of its own: found in our cache, or installed there by pip. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './binaries.ts';
import { run } from './run.ts';
import { ExplainedError } from './terminal.ts';

/** Generates calls from an OpenAPI document. */
export const SCHEMATHESIS = 'schemathesis==4.32.5';
/** The ciphers that `tools/open-parcel.py` uses: none of them is the one that our pages use. */
export const CRYPTOGRAPHY = 'cryptography==50.0.2';

/**
 * Finds a package, or installs it.
 * @param requirement as pip names it, with its version
 * @returns the folder with its programs, and with a `python` that can import it
 * @throws ExplainedError without Python, or when it cannot be installed
 */
export async function ensurePythonPackage(
  requirement: string,
  progress: (detail: string) => void = () => {},
): Promise<string> {
  const folder = join(cacheFolder(), requirement.replace('==', '-'));
  const programs = join(folder, 'bin');
  if (existsSync(join(folder, 'complete'))) return programs;
  await rm(folder, { recursive: true, force: true });
  try {
    progress('making a virtual environment');
    await run('python3', ['-m', 'venv', folder]);
    progress(`installing ${requirement}`);
    await run(join(programs, 'pip'), ['install', '--quiet', '--disable-pip-version-check', requirement]);
    // Last: without this file, an installation was interrupted.
    await writeFile(join(folder, 'complete'), `${requirement}\n`);
  } catch (error) {
    throw new ExplainedError(
      `${requirement} is needed and could not be installed (${(error as Error).message}): install Python 3.10 or newer with venv and pip.`,
    );
  }
  return programs;
}
