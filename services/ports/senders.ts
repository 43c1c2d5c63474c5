/** The ports through which messages leave, one for each channel. */
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { PHONE_CHANNELS } from '#domain/emergency/warning-channels.ts';
import type { Language } from '#domain/language.ts';
import type { ProviderEvent } from './provider-events.ts';

/** A mail that is ready to go. */
export interface EmailMessage {
  to: { email: string; name: string | null };
  /** For replies; without it they come to us. */
  replyTo?: { email: string; name: string | null };
  subject: string;
  text: string;
  html: string;
  /** Where one POST stops such mails (RFC 8058): of each mail to a recipient or contact, and those that an owner can turn off. */
  unsubscribe?: string;
  /** The provider tries an address also where an earlier mail bounced. Never one that wants nothing more. */
  triesBounced?: boolean;
  /** Opaque ids that the provider gives back with each of its events; no personal data. */
  reference: Record<string, string>;
}

/**
 * Sends one mail through a provider, once.
 *
 * Never throws and never retries: the caller has recorded that it is about to call, and what came of it decides
 * what may happen next. The answer is `accepted` only when the provider said so, `transient`, `permanent` or
 * `configuration` only when it certainly did not take the message, and `unknown` in every other case.
 * Returns within the provider time-out of the configuration.
 */
export interface EmailSender {
  send(message: EmailMessage): Promise<ProviderAnswer>;
}

/** The values of a WhatsApp message; its words are those of an approved template. */
export interface WhatsAppMessage {
  /** E.164, such as +351912345678. */
  to: string;
  /** As the template names them. */
  words: { recipient: string; sender: string };
  /** The recipient's: a template is in one language. */
  language?: Language;
  /** What follows `APP_ORIGIN/m/` in the template's link. */
  linkSecret: string;
  /** Opaque: comes back with each status of this message. */
  attemptId: string;
  /** As `attemptId`. */
  deliveryId: string;
  /** As `attemptId`: the delivery's. */
  revision: number;
}

/** Sends one message by WhatsApp, once. The promises are those of `EmailSender`. */
export interface WhatsAppSender {
  send(message: WhatsAppMessage): Promise<ProviderAnswer>;
}

/** A text message that is ready to go. */
export interface SmsMessage {
  /** E.164, such as +351912345678. */
  to: string;
  text: string;
  /** Opaque: comes back with each status of this message. */
  attemptId: string;
  /** As `attemptId`. */
  deliveryId: string;
  /** As `attemptId`: the delivery's. */
  revision: number;
}

/** Sends one text message, once. The promises are those of `EmailSender`. */
export interface SmsSender {
  send(message: SmsMessage): Promise<ProviderAnswer>;
}

/** A message to an owner's own phone: a warning, a test or a code. */
export interface PhoneWarning {
  /** E.164, such as +351912345678. */
  to: string;
  /** One line; the link follows it. */
  text: string;
  /** What follows `APP_ORIGIN/` in its link; null for a code, which has none. */
  path: string | null;
  /** Opaque: comes back with each status of this message. */
  messageId: string;
}

/** Sends one message to an owner's phone, once. The promises are those of `EmailSender`. */
export interface PhoneWarningSender {
  send(message: PhoneWarning): Promise<ProviderAnswer>;
}

/** Those that are set up; null for the others. */
export type WarningPhones = Record<(typeof PHONE_CHANNELS)[number], PhoneWarningSender | null>;

/**
 * Asks what has become of a message that was accepted: its statuses may have been reported while we were down.
 * Never throws. The event has the id that its status would have had, and names no attempt.
 * @returns null when it cannot be learnt now
 */
export type AskStatus = (messageId: string) => Promise<ProviderEvent | null>;
