/** A rule that a life broke. Its message is the sentence of the rule. */
export class Violation extends Error {
  override name = 'Violation';
}

/** Too many are judged for expectations that describe themselves. */
export function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Violation(sentence);
}
