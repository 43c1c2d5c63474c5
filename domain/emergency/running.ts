/** The rule that says whether an emergency protocol runs. Nothing else decides that. */

/** What can be missing, in the order in which pages and the API name it. */
export const BLOCKERS = ['address-unconfirmed', 'no-contact', 'no-content', 'plan'] as const;
export type Blocker = (typeof BLOCKERS)[number];

/** What the rule looks at. */
export interface Needs {
  /** Whether its owner has switched it on. */
  isActive: boolean;
  /** Whether its owner's email address is confirmed. Without that our warnings might not arrive. */
  isAddressConfirmed: boolean;
  /** How many trusted contacts there are. */
  contacts: number;
  /** How many contents are marked as emergency contents. */
  contents: number;
  /** Whether its owner may switch it on: their plan has it, or they had it on before. */
  mayArm: boolean;
}

/** Whether a protocol runs, and what keeps it from running. */
export interface Running {
  /** While false, no day counts, nobody is written to, and no date is promised. */
  isRunning: boolean;
  /** What is missing. Also says so of a protocol that is switched off. */
  blockedBy: Blocker[];
}

/**
 * A protocol runs when it is switched on and nothing is missing. The plan is asked before it is switched on, and never
 * afterwards: a card that fails stops nobody's protocol.
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
