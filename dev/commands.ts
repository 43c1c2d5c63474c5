import { resolve } from 'node:path';

/**
 * The arguments of `node` for the built web process, here, in tests and in production. A test compares package.json, the
 * Dockerfile and docker-compose.yml with them.
 *
 * The young generation is between V8's least and its default: small enough that the buffers of files, outside the heap, are
 * freed in time, and large enough that pages under load are not collected again and again (docs/decisions/0022, 0113). With
 * a limit for the heap it also grows less before it is collected.
 */
export const WEB_COMMAND = ['--max-semi-space-size=8', '--max-old-space-size=320', 'build/server/index.js'] as const;

/**
 * The arguments of `node` for the worker, the same everywhere. Without a limit for the heap, Node never returns the memory
 * that a burst of work used (docs/decisions/0033).
 */
export const WORKER_COMMAND = ['--max-semi-space-size=1', '--max-old-space-size=256', 'worker/main.ts'] as const;

/**
 * Settings of glibc for the worker. With eight arenas for each core, freed memory is spread over all of them. Without a
 * fixed threshold, an arena returns nothing until tens of megabytes at its end are free.
 */
export const WORKER_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const;

/** @param root the folder of the version @returns the arguments with an absolute path */
export function webCommand(root?: string): string[] {
  return [...WEB_COMMAND.slice(0, -1), inRoot(WEB_COMMAND[2], root)];
}

/**
 * @param script runs with the worker's arguments; by default the worker
 * @param root the folder of the version
 * @returns the arguments with an absolute path
 */
export function workerCommand(script: string = WORKER_COMMAND[2], root?: string): string[] {
  return [...WORKER_COMMAND.slice(0, -1), inRoot(script, root)];
}

const inRoot = (path: string, root = resolve(import.meta.dirname, '..')) => resolve(root, path);
