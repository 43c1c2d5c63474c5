/**
 * The contract between the code that announces protocols and the workflow that waits for them: values, not strings.
 * Inputs are ids, instants (ISO 8601 with Z) and stages, never names or addresses: a history is readable by operators.
 */
import { defineSignal } from '@temporalio/workflow';
import type { Stage } from '#domain/emergency/protocol.ts';

/** The workflow's name in the engine; its function has the same name. */
export const EMERGENCY_WORKFLOW = 'emergencyWorkflow';

const ID_PREFIX = 'emergency:';

/** @returns the id of the one run that an owner's protocol has at a time */
export function emergencyWorkflowId(ownerId: string): string {
  return `${ID_PREFIX}${ownerId}`;
}

/** When Postgres wants the run of a protocol to wake, at this revision. */
export interface WakeUp {
  revision: number;
  /** When something is due, at the earliest, ISO 8601; null until the protocol changes. */
  wakeAt: string | null;
  /** The protocol was switched off. */
  isOver: boolean;
  stage: Stage;
  episode: number;
  /** What contacts make it wait for, in words for operators; left out for nothing, and by earlier versions. */
  waitsFor?: string;
}

/** What a run starts with. */
export interface EmergencyInput extends WakeUp {
  ownerId: string;
  /** As of a delivery's run: it is renewed at an instant of its own. */
  isSpread?: true;
}

/**
 * A newer wake-up. One that the run has already seen changes nothing. A run wakes only for an earlier instant, and for the
 * end. Both signals do the same. Their names are for readers of the history: `checkedIn` after a check-in before any
 * warning, `configured` after anything else.
 */
export const checkedInSignal = defineSignal<[WakeUp]>('checkedIn');
export const configuredSignal = defineSignal<[WakeUp]>('configured');

/** How a run ends. */
export interface EmergencyOutcome {
  outcome: 'closed';
}
