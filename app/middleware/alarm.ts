import type { Logger } from '#config/log.ts';
import type { SealBroken } from '#services/crypto/seal.ts';

/**
 * Alerts the operators: stored data was changed from outside, or damaged.
 * @param about ids only
 */
export function alarm(log: Logger, error: SealBroken, about: Record<string, string>): void {
  log.error({ err: error, ...about }, 'ALARM: a stored object does not match its seal');
}
