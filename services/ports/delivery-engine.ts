/** What the engine is told about a delivery: ids and instants only. */
export interface DeliveryIntent {
  deliveryId: string;
  revision: number;
  sendAt: Date;
  cancelled: boolean;
  ownerId: string;
  channel: string;
}

/** How a delivery's run stands. */
export type RunState = 'running' | 'none';

/**
 * The engine that wakes deliveries. Everything in it can be lost: Postgres holds the intent and the engine is told again.
 * Each call has a deadline of a few seconds and throws when the engine did not answer; repeating any of them is harmless.
 */
export interface DeliveryEngine {
  /** Starts the delivery's run, or tells the running one its newest intent. */
  announce(intent: DeliveryIntent): Promise<void>;
  /** @returns whether a run of this delivery is waiting or working */
  runState(deliveryId: string): Promise<RunState>;
  /**
   * Ends the run of a delivery that is finished, without the run having a say: a cancelled one would ask for its delivery
   * to be stopped, which is an operator's word. Nothing happens where there is no run.
   */
  end(deliveryId: string): Promise<void>;
  /** @returns the id of the store behind the namespace: another one means that everything in it was lost */
  storeId(): Promise<string>;
}
