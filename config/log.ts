import pino, { type Logger } from 'pino';
import type { Env } from './env.ts';

export type { Logger };

/** Structured lines on standard output. Ids and codes go into them; content, names and addresses never do. */
export function createLogger(env: Pick<Env, 'LOG_LEVEL'>, process: 'web' | 'worker'): Logger {
  return pino({ level: env.LOG_LEVEL, base: { process }, timestamp: pino.stdTimeFunctions.isoTime });
}
