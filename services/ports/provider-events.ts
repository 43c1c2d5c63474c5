import type { Channel } from '#domain/delivery/delivery.ts';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';

/** What a message names beside its attempt, so that an attempt that our database has lost is recognised. */
export interface NamedDelivery {
  id: string;
  /** The delivery's, when the message was sent. */
  revision: number;
  /** By which the message went. */
  channel: Channel;
}

/** One event as a provider reported it, its signature checked. */
export interface ProviderEvent {
  /** The provider's own id of this event: it identifies repeats. */
  eventId: string;
  /** The attempt that the message named, where it was a delivery. */
  attemptId: string | null;
  /** The delivery that the message named beside the attempt; null or absent where it named none. */
  delivery?: NamedDelivery | null;
  /** The mail of an emergency protocol that it named, where it was one. */
  mailId: string | null;
  /** The notice to an owner that it named, where it was one. */
  noticeId?: string | null;
  /** The mail about a trusted contact that it named, where it was one. */
  contactMailId?: string | null;
  /** The message to an owner's other channel that it named, where it was one. */
  warningMessageId?: string | null;
  /** The mail of a rehearsal that it named, where it was one. */
  rehearsalMessageId?: string | null;
  messageId: string | null;
  /** The provider's own word, for operators. */
  name: string;
  event: DeliveryEvent;
  /** The provider blames our account, sender or template: operators have to look, even if the message arrives. */
  isOurs?: boolean;
  occurredAt: Date;
}

/** The parts of a raw request that a signature covers. */
export interface SignedRequest {
  body: Buffer;
  signature: string | null;
  timestamp: string | null;
  /** Path and query of the request, where the provider signs those too. */
  path?: string;
}

/**
 * Checks a webhook's signature against its raw body and reads its events.
 * Throws AppError `forbidden` when the signature is missing or wrong, `malformed` when the body cannot be read.
 */
export type ReadProviderEvents = (request: SignedRequest) => ProviderEvent[];
