/** How hard a new password is to guess. */
export type PasswordStrength = 'weak' | 'fair' | 'strong';

const FAIR_FROM = 12;
const STRONG_FROM = 18;
/** Each kind of character beyond the first is worth as much as two more characters. */
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];

/**
 * A rough word while a person types; it refuses nothing. Length counts most, and characters that repeat count little.
 * @param password any text
 */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const different = new Set(password.toLowerCase()).size;
  const worth = Math.min(password.length, 2 * different) + 2 * (kinds - 1);
  if (worth < FAIR_FROM) return 'weak';
  return worth < STRONG_FROM ? 'fair' : 'strong';
}
