import type { Logger } from '#config/log.ts';
import type { SealBroken } from '#services/crypto/seal.ts';

/**
 * What an operator is woken for: what is stored was changed from outside, or rotted.
 * @param about ids only
 */
export function alarm(log: Logger, error: SealBroken, about: Record<string, string>): void {
  log.error({ err: error, ...about }, 'ALARM: a stored object does not match its seal');
}
