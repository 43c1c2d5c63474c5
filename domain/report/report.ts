/** Why something should not be public, in the order in which the form offers it. */
export const REPORT_REASONS = ['privacy', 'stolen', 'violence', 'abuse', 'fraud', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** In characters. */
export const REPORT_WORDS_MAX = 1_000;

/** What a visitor reports about a public content. */
export interface Statement {
  reason: ReportReason;
  /** In their own words; empty when they said no more. */
  words: string;
}

/** @returns a statement as one text, as it is stored until it is mailed: the reason on the first line, then the words */
export function writeStatement({ reason, words }: Statement): string {
  return words ? `${reason}\n${words}` : reason;
}

/** Reads what `writeStatement` wrote. A reason that is no longer offered is `other`. */
export function readStatement(text: string): Statement {
  const [first = '', ...words] = text.split('\n');
  const reason = REPORT_REASONS.find((known) => known === first) ?? 'other';
  return { reason, words: words.join('\n') };
}
