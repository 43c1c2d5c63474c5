/**
 * Process 2: the worker. See worker/run.ts for what it does.
 *
 * First the cache of compiled code: with it the next start is quicker and needs no memory for reading TypeScript
 * (docs/decisions/0033). Where it cannot be written, the worker runs without it.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)));
await import('./start.ts');
