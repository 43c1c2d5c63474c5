import type { ProviderAnswer } from '#domain/delivery/protocol.ts';

/** A mail that is ready to go. */
export interface EmailMessage {
  to: { email: string; name: string | null };
  /** Where an answer goes; to us where it is not said. */
  replyTo?: { email: string; name: string | null };
  subject: string;
  text: string;
  html: string;
  /** Opaque ids that the provider gives back with each of its events; no personal data. */
  reference: Record<string, string>;
}

/**
 * Hands one mail to a provider, once.
 *
 * Never throws and never retries: the caller has recorded that it is about to call, and what came of it decides
 * what may happen next. The answer is `accepted` only when the provider said so, `transient`, `permanent` or
 * `configuration` only when it certainly did not take the message, and `unknown` in every other case.
 * Returns within the provider time-out of the configuration.
 */
export interface EmailSender {
  send(message: EmailMessage): Promise<ProviderAnswer>;
}
