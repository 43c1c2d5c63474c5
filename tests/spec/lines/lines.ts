/**
 * What the specification says, line by line, under its headings. A line's id is its section and a number: `S2-17`.
 * Tests name the lines they hold by id (`tests/spec/holds.ts`), so an id is never changed, renumbered or used again.
 * A new line gets the next number of its section that no line ever had, wherever it stands.
 */
import { PRODUCT } from './section-1.ts';
import { MORE_PAGES } from './section-2-more-pages.ts';
import { PAGES } from './section-2-pages.ts';
import { ENTITIES, STATES } from './section-3-4.ts';
import { ROLES, VALIDATION } from './section-5-6.ts';
import { CALLS, CATALOGUE, CONSTANTS } from './section-7-9.ts';

/** By heading, then by id. */
export type Lines = Record<string, Record<`S${number}-${number}`, string>>;

const PARTS = [PRODUCT, PAGES, MORE_PAGES, ENTITIES, STATES, VALIDATION, ROLES, CALLS, CATALOGUE, CONSTANTS] as const;

type IdIn<Part> = Part extends unknown ? { [Heading in keyof Part]: keyof Part[Heading] }[keyof Part] : never;

export type LineId = IdIn<(typeof PARTS)[number]>;

/** The ids of all lines, in the order of the specification. */
export const LINE_IDS = PARTS.flatMap((part: Lines) => Object.values(part).flatMap((lines) => Object.keys(lines)));
