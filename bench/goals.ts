/** What a benchmark promises, and what it saw. */
export interface Goal {
  goal: string;
  seen: string;
  isMet: boolean;
}

/**
 * Prints them as a table.
 * @returns whether all are met
 */
export function showGoals(goals: readonly Goal[]): boolean {
  console.table(goals.map(({ goal, seen, isMet }) => ({ goal, seen, met: isMet ? 'met' : 'MISSED' })));
  return goals.every(({ isMet }) => isMet);
}
