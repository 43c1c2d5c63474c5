/** The one rule that says whether an emergency protocol runs. */

/** What can be missing, in the order in which pages and the API name it. */
export const BLOCKERS = ['address-unconfirmed', 'no-contact', 'no-content', 'plan'] as const;
export type Blocker = (typeof BLOCKERS)[number];

/** What the rule depends on. */
export interface Needs {
  /** Whether the owner has switched it on. */
  isActive: boolean;
  /** Whether the owner's email address is confirmed: without that our warnings might not arrive. */
  isAddressConfirmed: boolean;
  /** How many trusted contacts there are, without witnesses and those who want nothing more. */
  contacts: number;
  /** How many contents are marked as emergency contents. */
  contents: number;
  /** Whether the owner may switch it on: their plan has it, or they had it on before. */
  mayArm: boolean;
}

/** Whether a protocol runs, and what keeps it from running. */
export interface Running {
  /** While false, no day counts, nothing is mailed, and no date is shown. */
  isRunning: boolean;
  /** What is missing, also while the protocol is off. */
  blockedBy: Blocker[];
}

/**
 * A protocol runs when it is switched on and nothing is missing. The plan counts only while it is off: a card that fails
 * never stops a protocol.
 */
export function runningOf({ isActive, isAddressConfirmed, contacts, contents, mayArm }: Needs): Running {
  const isMissing: Record<Blocker, boolean> = {
    'address-unconfirmed': !isAddressConfirmed,
    'no-contact': contacts === 0,
    'no-content': contents === 0,
    plan: !isActive && !mayArm,
  };
  const blockedBy = BLOCKERS.filter((blocker) => isMissing[blocker]);
  return { isRunning: isActive && blockedBy.length === 0, blockedBy };
}
