/** The built web in the process of the test. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnv } from '#config/env.ts';
import { createLogger } from '#config/log.ts';

/** What every file of a worker shares: the build is read once. */
const BUILD = pathToFileURL(resolve('build/server/index.js')).href;

/**
 * Starts it, with a port of its own and a log that a test can read.
 * @param variables its environment
 */
export async function serve(variables: Record<string, string>) {
  const { createWebServer } = (await import(BUILD)) as typeof import('#app/server.ts');
  const env = readEnv(variables);
  const lines: string[] = [];
  const server = await createWebServer(env, createLogger(env, 'web', { write: (line) => void lines.push(line) }));
  await server.listen();
  return { handle: server.handle, close: server.close, printed: () => lines };
}
