import { resolve } from 'node:path';

/**
 * How the built web process is run, after `node`: the same here, in tests and in production (package.json, Dockerfile,
 * docker-compose.yml, which a test compares with this).
 *
 * A small nursery: files pass through as buffers that live outside the heap, and are only given back when the objects
 * that hold them are collected. With the 16 MB that Node takes by itself the engine runs out of patience with the buffers
 * before the nursery is full, and marks the whole heap instead, ten times a second (docs/decisions/0022).
 */
export const WEB_COMMAND = ['--max-semi-space-size=1', 'build/server/index.js'] as const;

/**
 * How the worker is run, after `node`, the same everywhere. With heaps that Node lets grow as they like, what a rush leaves
 * behind is never given back (docs/decisions/0033).
 */
export const WORKER_COMMAND = ['--max-semi-space-size=1', '--max-old-space-size=256', 'worker/main.ts'] as const;

/**
 * What glibc is told about it. With eight arenas a core, what the engine's client has freed is spread over all of them;
 * and without a threshold of its own an arena gives nothing back until tens of megabytes at its end are free.
 */
export const WORKER_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const;

/** @returns the same, wherever it is run from */
export function webCommand(): string[] {
  return [...WEB_COMMAND.slice(0, -1), inRoot(WEB_COMMAND[1])];
}

/** @param script another one to run as the worker is run */
export function workerCommand(script: string = WORKER_COMMAND[2]): string[] {
  return [...WORKER_COMMAND.slice(0, -1), inRoot(script)];
}

const inRoot = (path: string) => resolve(import.meta.dirname, '..', path);
