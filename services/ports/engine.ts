import type { Stage } from '#domain/emergency/protocol.ts';

/** What the engine knows about a delivery: ids and instants only. */
export interface DeliveryIntent {
  deliveryId: string;
  revision: number;
  sendAt: Date;
  cancelled: boolean;
  ownerId: string;
  channel: string;
}

/** What the engine knows about an emergency protocol: ids, instants and stages only. */
export interface ProtocolPlan {
  ownerId: string;
  revision: number;
  /** When something is due, at the earliest; null until something about it changes. */
  wakeAt: Date | null;
  /** Switched off: a run that exists ends, and none is started. */
  isOver: boolean;
  stage: Stage;
  episode: number;
  /** What contacts make it wait for, in words for operators; left out for nothing. */
  waitsFor?: string;
  /** Whether the change is only a sign of life before any warning. */
  isCheckIn: boolean;
}

/** One run of the engine: of a delivery, by its id, or of a protocol, by its owner's. */
export interface Run {
  kind: 'delivery' | 'emergency';
  id: string;
}

/** The state of a run. */
export type RunState = 'running' | 'none';

/**
 * The engine that wakes deliveries and protocols. Everything in it can be lost: Postgres has the intent and syncs the
 * engine again. Each call has a deadline of a few seconds and throws when the engine did not answer; repeating any of
 * them is harmless.
 */
export interface Engine {
  /** Starts the delivery's run, or sends the running one its newest intent. */
  announce(intent: DeliveryIntent): Promise<void>;
  /** Starts the protocol's run, or sends the running one its newest plan. */
  announceProtocol(plan: ProtocolPlan): Promise<void>;
  /** @returns whether this run is waiting or working */
  runState(run: Run): Promise<RunState>;
  /**
   * Terminates the run of a finished row. Not by cancelling: a cancelled run stops its delivery, as when an operator
   * cancels it. Nothing happens where there is no run.
   */
  end(run: Run): Promise<void>;
  /** @returns the id of the store behind the namespace: another one means that everything in it was lost */
  storeId(): Promise<string>;
}
