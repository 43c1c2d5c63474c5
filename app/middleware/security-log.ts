import { createHmac } from 'node:crypto';
import type { Logger } from '#config/log.ts';
import type { Context } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { SECURITY_EVENTS } from '#services/security-events.ts';

const NETWORK_LENGTH = 12;

/**
 * Writes each security event as one line: a refusal as a warning, anything else as information. The network address is a
 * keyed hash: lines of one network can be found together, and nobody learns from the log where a person lives.
 * @param address of the client; null when it is not known
 */
export function securityLog(
  log: Logger,
  keyring: Keyring,
  address: string | null,
): NonNullable<Context['onSecurityEvent']> {
  return (event, details) => {
    const network = address && networkOf(keyring, address);
    const level = SECURITY_EVENTS[event] === 'refused' ? 'warn' : 'info';
    log[level]({ security: event, ...details, network }, 'a security event');
  };
}

function networkOf({ newestLinkKey }: Keyring, address: string): string {
  const hash = createHmac('sha256', newestLinkKey).update(JSON.stringify(['network', address]));
  return hash.digest('base64url').slice(0, NETWORK_LENGTH);
}
