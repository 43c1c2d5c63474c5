/** Each line of the specification has a test, and the test is there. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Lines } from './lines/lines.ts';
import { PRODUCT } from './lines/section-1.ts';
import { MORE_PAGES } from './lines/section-2-more-pages.ts';
import { PAGES } from './lines/section-2-pages.ts';
import { ENTITIES, STATES } from './lines/section-3-4.ts';
import { ROLES, VALIDATION } from './lines/section-5-6.ts';
import { CALLS, CATALOGUE, CONSTANTS } from './lines/section-7-9.ts';

const SPECIFICATION: Record<string, Lines> = {
  '1': PRODUCT,
  '2': { ...PAGES, ...MORE_PAGES },
  '3': ENTITIES,
  '4': STATES,
  '5': VALIDATION,
  '6': ROLES,
  '7': CALLS,
  '8': CATALOGUE,
  '9': CONSTANTS,
};

const LINES = Object.entries(SPECIFICATION).flatMap(([section, lines]) =>
  Object.entries(lines).flatMap(([heading, under]) =>
    Object.entries(under).map(([words, heldBy]) => ({ section, heading, words, heldBy })),
  ),
);

const files = new Map<string, string>();

/** @returns the source of a file of tests, once read */
function sourceOf(file: string): string {
  const known = files.get(file) ?? readFileSync(resolve(import.meta.dirname, '..', file), 'utf8');
  files.set(file, known);
  return known;
}

/** @returns what is wrong with the name of a test; empty where it is there */
function fault(named: string): string {
  const [, file = '', title = ''] = /^(\S+?): (.+)$/s.exec(named) ?? [];
  const source = sourceOf(file);
  const isThere = ['"', "'", '`'].some((quote) => /\(\s*$/.test(source.split(`${quote}${title}${quote}`, 2)[0] ?? ''));
  return isThere && source.includes(title) ? '' : `no test is called “${title}” in ${file}`;
}

describe.each(LINES)('$section, $heading: “$words”', ({ heldBy }) => {
  test('is held by tests that are there', () => {
    expect(heldBy.length).toBeGreaterThan(0);
    expect(heldBy.map(fault).filter(Boolean)).toEqual([]);
  });
});
