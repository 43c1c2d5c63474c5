import pino, { type DestinationStream, type Logger } from 'pino';
import { withoutSecrets } from '#domain/secret-paths.ts';
import type { Env } from './env.ts';

export type { Logger };

/**
 * Structured lines on standard output. Ids and codes go into them; content, names, addresses and numbers never do, and of a
 * link never its secret, in whatever part of a line.
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
    hooks: { streamWrite: withoutSecrets },
  };
  return pino(options, destination);
}

/**
 * Turns what libraries print to the console into lines of the log, since they repeat the address of a request: React Router
 * does for one that it cannot decode.
 */
export function logConsole(log: Logger): void {
  for (const level of ['warn', 'error'] as const)
    console[level] = (...printed: unknown[]) => {
      const err = printed.find((one) => one instanceof Error);
      const words = printed.filter((one) => typeof one === 'string').join(' ');
      log[level](err ? { err } : {}, withoutPeople(words) || 'a library printed an error');
    };
}

/** In production every limit that is off is a decision, and the operators should see it. */
export function logLimitsOff(env: Pick<Env, 'NODE_ENV'> & Partial<Env>, log: Logger): void {
  const off = Object.entries(env).filter(([name, value]) => name.startsWith('LIMIT_') && value === 0);
  if (env.NODE_ENV !== 'production' || off.length === 0) return;
  log.warn({ limits: off.map(([name]) => name) }, 'limits are off');
}

/** Without the probe nobody notices that a certificate, a name or a proxy keeps owners out. */
export function logNoProbe(env: Pick<Env, 'NODE_ENV' | 'AVAILABILITY_PROBE'>, log: Logger): void {
  if (env.NODE_ENV !== 'production' || env.AVAILABILITY_PROBE === 'outside') return;
  log.error('ALARM: AVAILABILITY_PROBE=self: nobody checks whether owners can reach the check-in page');
}

/** Without a standby a failure of the database's machine loses what was changed last. */
export function logNoStandby(env: Pick<Env, 'NODE_ENV' | 'REQUIRE_SYNC_STANDBY'>, log: Logger): void {
  if (env.NODE_ENV !== 'production' || env.REQUIRE_SYNC_STANDBY) return;
  log.warn('REQUIRE_SYNC_STANDBY is not 1: a failover of Postgres may lose the last check-ins and sent messages');
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

/** Vendors repeat in their errors whom something was for. An address is looked for once in each word: words may be very long. */
function withoutPeople(text: string): string {
  return text
    .replace(/(?<![^\s<>"'()])[^\s<>"'()]+@[^\s<>"')]+/g, '(address)')
    .replace(/(?:\+|%2B)\d{7,15}/gi, '(number)');
}
