import type { DeliveryEvent } from '#domain/delivery/protocol.ts';

/** One event as a provider reported it, its signature already checked. */
export interface ProviderEvent {
  /** The provider's own id of this event: what makes a repeat recognisable. */
  eventId: string;
  /** The attempt we named in the message, where it was one of ours. */
  attemptId: string | null;
  /** The mail of an emergency protocol that we named in it, where it was one. */
  mailId: string | null;
  /** The notice to an owner that we named in it, where it was one. */
  noticeId?: string | null;
  messageId: string | null;
  /** The provider's own word, kept for operators. */
  name: string;
  event: DeliveryEvent;
  /** The provider blames our account, sender or template: operators have to look, whatever becomes of the message. */
  isOurs?: boolean;
  occurredAt: Date;
}

/** What the raw request carries that a signature is checked against. */
export interface SignedRequest {
  body: Buffer;
  signature: string | null;
  timestamp: string | null;
  /** Path and query as they were asked for, where the provider signs those too. */
  path?: string;
}

/**
 * Checks a webhook's signature against its raw body and reads its events.
 * Throws AppError `forbidden` when the signature is missing or wrong, `malformed` when the body is not what was signed for.
 */
export type ReadProviderEvents = (request: SignedRequest) => ProviderEvent[];
