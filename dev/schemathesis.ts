/** Schemathesis, which generates calls from an OpenAPI document: found in our cache, or installed there by pip. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './binaries.ts';
import { run } from './run.ts';
import { ExplainedError } from './terminal.ts';

const VERSION = '4.32.5';
const FOLDER = join(cacheFolder(), `schemathesis-${VERSION}`);

/**
 * Finds Schemathesis, or installs it.
 * @returns its path
 * @throws ExplainedError without Python, or when it cannot be installed
 */
export async function ensureSchemathesis(progress: (detail: string) => void): Promise<string> {
  const program = join(FOLDER, 'bin', 'schemathesis');
  if (existsSync(join(FOLDER, 'complete'))) return program;
  await rm(FOLDER, { recursive: true, force: true });
  try {
    progress('making a virtual environment');
    await run('python3', ['-m', 'venv', FOLDER]);
    progress(`installing schemathesis ${VERSION}`);
    await run(join(FOLDER, 'bin', 'pip'), [
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `schemathesis==${VERSION}`,
    ]);
    await run(program, ['--version']);
    // Last: without this file, an installation was interrupted.
    await writeFile(join(FOLDER, 'complete'), `${VERSION}\n`);
  } catch (error) {
    throw new ExplainedError(
      `Schemathesis is needed and could not be installed (${(error as Error).message}): install Python 3.10 or newer with venv and pip.`,
    );
  }
  return program;
}
