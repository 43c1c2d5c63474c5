/**
 * The contract between the code that announces deliveries and the workflow that waits for them: values, not strings.
 * Inputs are ids and instants (ISO 8601 with Z), never content, names or addresses: a history is readable by operators.
 */
import { defineSignal } from '@temporalio/workflow';

/** The workflow's name in the engine; its function has the same name. */
export const DELIVERY_WORKFLOW = 'deliveryWorkflow';

const ID_PREFIX = 'delivery:';

/** @returns the id of the one run that a delivery has at a time */
export function deliveryWorkflowId(deliveryId: string): string {
  return `${ID_PREFIX}${deliveryId}`;
}

/** What the owner wants at this revision. */
export interface Intent {
  revision: number;
  sendAt: string;
  cancelled: boolean;
}

/** What a run starts with. */
export interface DeliveryInput extends Intent {
  deliveryId: string;
  /**
   * It is renewed at an instant of its own (`runCapOf`), and when its history is long. Absent from runs that began before
   * this rule: these replay without it.
   */
  isSpread?: true;
}

/** A newer intent. One that the run has seen already changes nothing. */
export const intentSignal = defineSignal<[Intent]>('intent');

/** How a run ends well; one whose delivery failed is a failed run with the failure's code as its type. */
export interface DeliveryOutcome {
  outcome: 'sent' | 'cancelled' | 'closed';
}
