/** Why somebody thinks that something should not be public, in the order in which the form offers it. */
export const REPORT_REASONS = {
  privacy: 'It shows or names somebody who did not agree to it',
  stolen: 'It belongs to somebody else',
  violence: 'It threatens somebody, or calls for harm',
  abuse: 'It is sexual, or harms a child',
  fraud: 'It is advertising or a fraud',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;

/** In characters. */
export const REPORT_WORDS_MAX = 1_000;

/** What somebody says about a public content. */
export interface Statement {
  reason: ReportReason;
  /** In their own words; empty when they said no more. */
  words: string;
}

/** @returns a statement as one text, the way it is kept until it is mailed: the reason on the first line, then the words */
export function writeStatement({ reason, words }: Statement): string {
  return words ? `${reason}\n${words}` : reason;
}

/** Reads what `writeStatement` wrote. A reason that is not offered any more is `other`. */
export function readStatement(text: string): Statement {
  const [first = '', ...words] = text.split('\n');
  const reason = Object.hasOwn(REPORT_REASONS, first) ? (first as ReportReason) : 'other';
  return { reason, words: words.join('\n') };
}
