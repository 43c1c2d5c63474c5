/** Java for the HTML checker: the system's, or one that the checker's package downloads. */
import { createRequire } from 'node:module';
import { ExplainedError } from './terminal.ts';

const { resolveJava } = createRequire(import.meta.url)('vnu-jar/vnu-java-downloader.js') as {
  /** Prints what it downloads. */
  resolveJava(): Promise<string>;
};

/**
 * Finds Java 11 or later on the PATH, or downloads one into node_modules.
 * @returns its path
 * @throws ExplainedError when there is none and it could not be downloaded
 */
export async function findJava(): Promise<string> {
  return resolveJava().catch((error: Error) => {
    throw new ExplainedError(
      `Java 11 or later is needed for the HTML checker and could not be downloaded (${error.message}): install it.`,
    );
  });
}
