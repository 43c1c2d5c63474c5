/** The longest question and the longest answer, in characters. */
export const QUESTION_MAX = 300;
export const ANSWER_MAX = 200;

/**
 * Answers that people would call the same are the same: without regard to capitals, accents of Latin letters, punctuation and
 * spaces. What is hashed is this text, so it must never change; tests/domain/answer.test.ts freezes it.
 * @returns empty for an answer without a letter or digit
 */
export function normalizeAnswer(answer: string): string {
  return answer
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
