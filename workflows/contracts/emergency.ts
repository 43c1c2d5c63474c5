/**
 * The contract between those who announce protocols and the workflow that waits for them: values, not strings.
 * Inputs are ids, instants (ISO 8601 with Z) and stages, never names or addresses: a history is readable by operators.
 */
import { defineSignal } from '@temporalio/workflow';
import type { Stage } from '#domain/emergency/protocol.ts';

/** The workflow's name in the engine; its function has the same one. */
export const EMERGENCY_WORKFLOW = 'emergencyWorkflow';

const ID_PREFIX = 'emergency:';

/** @returns the id of the one run that somebody's protocol has at a time */
export function emergencyWorkflowId(ownerId: string): string {
  return `${ID_PREFIX}${ownerId}`;
}

/** What Postgres says of a protocol at this revision. */
export interface Plan {
  revision: number;
  /** When something is due, at the earliest; null until something about it changes. */
  wakeAt: string | null;
  /** Switched off: there is nothing to wait for. */
  isOver: boolean;
  stage: Stage;
  episode: number;
}

/** What a run starts with. */
export interface EmergencyInput extends Plan {
  ownerId: string;
}

/**
 * A newer plan. One that the run has seen already changes nothing, and none wakes a run that has slept long enough by an
 * earlier one: it is woken for an earlier instant, and for the end. The two names say the same to a run, and to whoever
 * reads its history what happened: `checkedIn` that its owner was heard and nothing had been said to them, `configured`
 * anything else.
 */
export const checkedInSignal = defineSignal<[Plan]>('checkedIn');
export const configuredSignal = defineSignal<[Plan]>('configured');

/** How a run ends: nobody is waited for any more. */
export interface EmergencyOutcome {
  outcome: 'closed';
}
