import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel } from '#domain/delivery/delivery.ts';
import type { Keyring } from './crypto/keyring.ts';
import type { SealBroken } from './crypto/seal.ts';
import type { ObjectStore } from './ports/object-store.ts';
import type { Limits } from './ports/rate-limiter.ts';

/** What every verb works with: made anew for each request and each activity. */
export interface Context {
  /** A fork of its own. */
  em: EntityManager;
  keyring: Keyring;
  /** What this request is counted with; absent in the worker, which strangers cannot ask. */
  limits?: Limits;
  /** Is aborted when the client of this request has hung up; absent where nobody waits. */
  hungUp?: AbortSignal;
  /** The moment of the request. What decides about sending uses the database's clock instead. */
  now: Date;
  /** The length of a day of the emergency protocol, in milliseconds, where it is not a real one. */
  protocolDay?: number;
  /** How messages can go, where not all ways are set up. */
  channels?: readonly Channel[];
  /** Hears of what in a list cannot be opened, with its ids: the rest is then shown. Where nobody listens it is thrown. */
  onBroken?: (error: SealBroken, about: Record<string, string>) => void;
}

/** What verbs work with that read or keep files. */
export interface VaultContext extends Context {
  objects: ObjectStore;
}
