import pino, { type DestinationStream, type Logger } from 'pino';
import type { Env } from './env.ts';

export type { Logger };

/**
 * Structured lines on standard output. Ids and codes go into them; content, names, addresses and numbers never do.
 * @param destination where lines go instead
 */
export function createLogger(
  env: Pick<Env, 'LOG_LEVEL'>,
  process: 'web' | 'worker',
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level: env.LOG_LEVEL,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: toLoggedError },
  };
  return pino(options, destination);
}

/** In production every limit that is off is a decision, and somebody should see it. */
export function logLimitsOff(env: Pick<Env, 'NODE_ENV'> & Partial<Env>, log: Logger): void {
  const off = Object.entries(env).filter(([name, value]) => name.startsWith('LIMIT_') && value === 0);
  if (env.NODE_ENV !== 'production' || off.length === 0) return;
  log.warn({ limits: off.map(([name]) => name) }, 'limits are off');
}

interface LoggedError {
  type: string;
  code?: string;
  message: string;
  stack: string[];
  cause?: LoggedError;
}

/**
 * What a log line has of an error: its kind, its first line and its stack. Postgres puts the whole row that it refused into
 * the details of an error: the lines after the first, and fields of their own.
 */
function toLoggedError(thrown: unknown): LoggedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: withoutPeople(error.message.split('\n', 1)[0] ?? ''),
    stack: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause instanceof Error ? { cause: toLoggedError(error.cause) } : {}),
  };
}

/** Vendors repeat in their errors whom something was for. */
function withoutPeople(text: string): string {
  return text.replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '(address)').replace(/(?:\+|%2B)\d{7,15}/gi, '(number)');
}
