import pino, { type DestinationStream, type Logger } from 'pino';
import type { Env } from './env.ts';

export type { Logger };

/**
 * Structured lines on standard output. Ids and codes go into them; content, names and addresses never do.
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

interface LoggedError {
  type: string;
  code?: string;
  message: string;
  stack: string[];
  cause?: LoggedError;
}

/**
 * What is kept of an error: its kind, its first line and where it came from. Postgres puts the whole row that it refused
 * into the details of an error: the lines after the first, and fields of their own.
 */
function toLoggedError(thrown: unknown): LoggedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: (error.message.split('\n', 1)[0] ?? '').replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '(address)'),
    stack: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause instanceof Error ? { cause: toLoggedError(error.cause) } : {}),
  };
}
