/**
 * Process 2: the worker. See worker/run.ts for what it does.
 *
 * First the place where compiled code is kept: with it a later start is quicker, and the memory that reading TypeScript
 * takes is never taken (docs/decisions/0033). Where it cannot be written, nothing is lost but that.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)));
await import('./start.ts');
