import type { Context } from './context.ts';

/**
 * What operators need to see of an attack, and to tell afterwards what was done to an account. Each is one line of the log.
 * - `refused`: something was tried that is not allowed, or too often
 * - `changed`: who can enter an account, or what it does for others, is not what it was
 * @see https://github.com/OWASP/ASVS/blob/v5.0.0/5.0/en/0x25-V16-Security-Logging-and-Error-Handling.md
 */
export const SECURITY_EVENTS = {
  'signed-up': 'changed',
  'signed-in': 'changed',
  'signed-out': 'changed',
  'sign-in-failed': 'refused',
  'owner-proved': 'changed',
  'owner-not-proved': 'refused',
  'password-link-requested': 'changed',
  'password-changed': 'changed',
  'password-reset': 'changed',
  'address-change-requested': 'changed',
  'address-confirmed': 'changed',
  'address-changed': 'changed',
  'google-linked': 'changed',
  'google-unlinked': 'changed',
  'device-signed-out': 'changed',
  'account-deleted': 'changed',
  'account-exported': 'changed',
  'contact-added': 'changed',
  'contact-changed': 'changed',
  'contact-removed': 'changed',
  'contact-said': 'changed',
  'protocol-changed': 'changed',
  'limit-reached': 'refused',
  'link-not-valid': 'refused',
  'answer-wrong': 'refused',
  'token-created': 'changed',
  'token-deleted': 'changed',
  'webhook-created': 'changed',
  'webhook-deleted': 'changed',
  'token-not-valid': 'refused',
  'not-me': 'changed',
  'codes-turned-on': 'changed',
  'codes-turned-off': 'changed',
  'recovery-codes-made': 'changed',
  'passkey-added': 'changed',
  'passkey-removed': 'changed',
  'passkey-refused': 'refused',
  'passkey-copied': 'refused',
  'duress-changed': 'changed',
  'duress-hold-begun': 'changed',
  'lost-phone-begun': 'changed',
  'lost-phone-stopped': 'changed',
  'not-allowed': 'refused',
  'other-site': 'refused',
} as const satisfies Record<string, 'changed' | 'refused'>;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** What an event is about: ids and codes only. No name, address, text or secret. */
export interface EventDetails {
  /** The account's id. */
  account?: string | undefined;
  /** By what a person proved who they are. */
  factor?: 'password' | 'passkey' | 'google' | 'link' | 'code' | 'recovery-code';
  /** The name of a limit, the code of a refusal, or the id of a contact, content, session, browser, token, webhook or passkey. */
  about?: string;
}

/** Records an event. Call it after the change: an error before it means that nothing was changed. */
export function recordSecurityEvent(
  { onSecurityEvent }: Pick<Context, 'onSecurityEvent'>,
  event: SecurityEvent,
  details: EventDetails = {},
): void {
  onSecurityEvent?.(event, details);
}
