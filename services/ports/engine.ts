import type { Stage } from '#domain/emergency/protocol.ts';

/** What the engine is told about a delivery: ids and instants only. */
export interface DeliveryIntent {
  deliveryId: string;
  revision: number;
  sendAt: Date;
  cancelled: boolean;
  ownerId: string;
  channel: string;
}

/** What the engine is told about somebody's emergency protocol: ids, instants and stages only. */
export interface ProtocolPlan {
  ownerId: string;
  revision: number;
  /** When something is due, at the earliest; null until something about it changes. */
  wakeAt: Date | null;
  /** Switched off: a run that is there ends, and none is started. */
  isOver: boolean;
  stage: Stage;
  episode: number;
  /** Whether the change is only that its owner was heard, and nothing had been said to them. */
  isCheckIn: boolean;
}

/** One run of the engine: of a delivery, by its id, or of a protocol, by its owner's. */
export interface Run {
  kind: 'delivery' | 'emergency';
  id: string;
}

/** How a run stands. */
export type RunState = 'running' | 'none';

/**
 * The engine that wakes deliveries and protocols. Everything in it can be lost: Postgres holds what is wanted and the
 * engine is told again. Each call has a deadline of a few seconds and throws when the engine did not answer; repeating any
 * of them is harmless.
 */
export interface Engine {
  /** Starts the delivery's run, or tells the running one its newest intent. */
  announce(intent: DeliveryIntent): Promise<void>;
  /** Starts the protocol's run, or tells the running one its newest plan. */
  announceProtocol(plan: ProtocolPlan): Promise<void>;
  /** @returns whether this run is waiting or working */
  runState(run: Run): Promise<RunState>;
  /**
   * Ends the run of something that is finished, without the run having a say: a cancelled one would ask for its delivery
   * to be stopped, which is an operator's word. Nothing happens where there is no run.
   */
  end(run: Run): Promise<void>;
  /** @returns the id of the store behind the namespace: another one means that everything in it was lost */
  storeId(): Promise<string>;
}
