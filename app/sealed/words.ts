/** The six words that open a parcel. */
import LONG_LIST from './eff-long-list.json' with { type: 'json' };
import { ParcelFault } from './parcel-fault.ts';

/** So many words are 77 bits: too many to guess, few enough to write down. */
export const WORDS_COUNT = 6;

/**
 * The EFF's list without its four words with a hyphen: words that are joined by hyphens are then told apart.
 * @see https://www.eff.org/dice
 */
const WORDS = LONG_LIST.split(' ').filter((word) => !word.includes('-'));
const KNOWN = new Set(WORDS);
/** The largest multiple of the list's length in 32 bits: numbers above it would make the first words likelier. */
const FAIR = Math.floor(2 ** 32 / WORDS.length) * WORDS.length;

/** @returns six words, each as likely as any other */
export function generateWords(): string[] {
  return Array.from({ length: WORDS_COUNT }, () => {
    const random = new Uint32Array(1);
    do crypto.getRandomValues(random);
    while ((random[0] ?? FAIR) >= FAIR);
    return WORDS[(random[0] ?? 0) % WORDS.length] ?? '';
  });
}

/**
 * @param typed the words as a person types them: in any case, with anything that is no letter between them
 * @returns the passphrase of `key.age`
 * @throws ParcelFault unknown-words, also for more or fewer than six
 */
export function passphraseOf(typed: string): string {
  const words = typed
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const unknown = words.filter((word) => !KNOWN.has(word));
  if (unknown.length > 0) throw new ParcelFault('unknown-words', 'Some words are not in the list.', unknown);
  if (words.length !== WORDS_COUNT) throw new ParcelFault('unknown-words', `There are ${words.length} words, not six.`);
  return words.join('-');
}
