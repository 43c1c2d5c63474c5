import type { LinkYears } from '#domain/delivery/link-life.ts';
import { linkLife } from '#messages/en/link-life.ts';
import { say } from '#messages/say.ts';

/** @returns the words of a choice in the form */
export function lifeChoice(years: LinkYears): string {
  return years === null ? say(linkLife.endlessChoice) : lifeWords(years);
}

/** @returns "2 years", "as long as Stillhere exists": what follows "for" */
export function lifeWords(years: LinkYears): string {
  return years === null ? say(linkLife.endless) : say(linkLife.years, { years });
}
