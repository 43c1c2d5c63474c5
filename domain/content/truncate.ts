import { charactersOf } from './characters.ts';

/**
 * Shortens an excerpt for a card.
 * @param length the maximum of characters; none is cut in half
 * @returns all of it, or its beginning with an ellipsis
 */
export function truncate(excerpt: string, length: number): string {
  const characters = charactersOf(excerpt);
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : excerpt;
}
