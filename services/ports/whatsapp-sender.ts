import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { ProviderEvent } from './provider-events.ts';

/** What a WhatsApp message says: the words are an approved template's, these are put into it. */
export interface WhatsAppMessage {
  /** E.164, such as +351912345678. */
  to: string;
  /** As the template names them. */
  words: { recipient: string; sender: string };
  /** What follows `APP_ORIGIN/m/` in the template's link. */
  linkSecret: string;
  /** Opaque: comes back with each status of this message. */
  attemptId: string;
}

/** Hands one message to WhatsApp, once. The promises are those of `EmailSender`. */
export interface WhatsAppSender {
  send(message: WhatsAppMessage): Promise<ProviderAnswer>;
}

/**
 * Asks what has become of a message that was accepted: its statuses may have been told while nobody could hear them.
 * Never throws. The event has the id that its status would have had, and names no attempt.
 * @returns null when it cannot be learnt now
 */
export type AskWhatsApp = (messageId: string) => Promise<ProviderEvent | null>;
