/**
 * The beginning of a letter, as a card shows it.
 * @param excerpt its first words, on one line
 * @param length how many characters there is room for; a character is never cut in half
 * @returns all of it, or as much as that with an ellipsis
 */
export function firstWords(excerpt: string, length: number): string {
  const characters = Array.from(excerpt);
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : excerpt;
}
