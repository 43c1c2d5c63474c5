import type { EntityManager } from '@mikro-orm/postgresql';
import type { SendingCaps } from '#domain/delivery/caps.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import type { PHONE_CHANNELS } from '#domain/emergency/warning-channels.ts';
import type { Keyring } from './crypto/keyring.ts';
import type { SealBroken } from './crypto/seal.ts';
import type { MailServers } from './ports/mail-servers.ts';
import type { ObjectStore } from './ports/object-store.ts';
import type { Limits } from './ports/rate-limiter.ts';
import type { EventDetails, SecurityEvent } from './security-events.ts';

/** What every verb works with: made anew for each request and each activity. */
export interface Context {
  /** A fork of its own. */
  em: EntityManager;
  keyring: Keyring;
  /** Counts this request; absent in the worker, which takes no requests of strangers. */
  limits?: Limits;
  /** Aborted when the client of this request has hung up; absent where no client waits. */
  hungUp?: AbortSignal;
  /** That this browser has answered the question of the link that it follows (services/recipients/answer.ts). */
  answered?: string;
  /** The moment of the request. What decides about sending uses the database's clock instead. */
  now: Date;
  /** The length of a protocol day, in milliseconds; absent for a real day. */
  protocolDay?: number;
  /** The channels that are set up; absent for all. */
  channels?: readonly Channel[];
  /** By which an owner's phone can be warned here; absent for all. */
  warningPhones?: readonly (typeof PHONE_CHANNELS)[number][];
  /** How much an account on Plus may send; absent for no caps. */
  caps?: SendingCaps;
  /** Whether webhooks may lead to this machine itself, by http as well: for development. */
  callsLocalhost?: boolean;
  /** Where the mail of a domain goes; absent where that is not looked up. */
  mailServers?: MailServers;
  /** Called with the ids of a list item that cannot be opened; the others are shown. Without it the error is thrown. */
  onBroken?: (error: SealBroken, about: Record<string, string>) => void;
  /** Called with each security event of this request; absent in the worker. */
  onSecurityEvent?: (event: SecurityEvent, details: EventDetails) => void;
}

/** What verbs work with that read or save files. */
export interface VaultContext extends Context {
  objects: ObjectStore;
}
