/** docs/asvs.md has each requirement of OWASP ASVS 5.0.0, levels 1 and 2, once, and names what exists. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { documentAt, ROOT } from './documents.ts';

/**
 * How many requirements of levels 1 and 2 each section has. In 5.0.0 they are the first of their section: those of level 3
 * come after them. A section that is not here has none.
 * @see https://github.com/OWASP/ASVS/blob/v5.0.0/5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.csv
 */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;
const IDS = SECTIONS.trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [id, count] = section.split(':');
    return Array.from({ length: Number(count) }, (_, index) => `${id}.${index + 1}`);
  });

const LEVEL_1_AND_2 = 70 + 183;
const WORDS_MAX = 60;
const STATE = /^`(held|not applicable|open)`(: \S.*)?$/;
/** A path, and parts of the titles that are meant. */
const SHOWN_BY = /^`([^`]+)`((?: “[^”]+”)*)$/;

const { text } = documentAt('docs/asvs.md');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+(?: to \d+\.\d+\.\d+)?) \| (.*) \|$/gm)].map(
  ([, ids = '', rest = '']) => {
    const [asks = '', state = '', shownBy = ''] = rest.split(' | ');
    return { ids: idsOf(ids), cells: rest.split(' | '), asks, state, shownBy };
  },
);

/** @returns the ids of a row: one, or all from the first to the last */
function idsOf(range: string): string[] {
  const [first = '', last = first] = range.split(' to ');
  const [from, to] = [IDS.indexOf(first), IDS.indexOf(last)];
  return from < 0 || to < from ? [range] : IDS.slice(from, to + 1);
}

const stateOf = (state: string) => STATE.exec(state)?.[1];

test('each requirement of levels 1 and 2 is there once, in the order of the standard', () => {
  expect(IDS).toHaveLength(LEVEL_1_AND_2);
  expect(rows.flatMap(({ ids }) => ids)).toEqual(IDS);
});

test('each row says what is asked, one of three states, and what shows it', () => {
  const wrong = rows.filter(({ cells, asks, state, shownBy }) => {
    const isExplained = stateOf(state) === 'held' ? state === '`held`' : state.includes(': ');
    return cells.length !== 3 || asks === '' || shownBy === '' || !STATE.test(state) || !isExplained;
  });
  expect(wrong).toEqual([]);
});

test('rows of several requirements are of what is not applicable', () => {
  expect(rows.filter(({ ids, state }) => ids.length > 1 && stateOf(state) !== 'not applicable')).toEqual([]);
});

test('what shows it exists: each path, and each title in that file', () => {
  const missing = rows.flatMap(({ ids, shownBy }) =>
    shownBy
      .split(/, (?=`)/)
      .filter((one) => {
        const [, path = '', titles = ''] = SHOWN_BY.exec(one) ?? [];
        if (path === '' || !existsSync(resolve(ROOT, path))) return true;
        const source = readFileSync(resolve(ROOT, path), 'utf8');
        return [...titles.matchAll(/“([^”]+)”/g)].some(([, title = '']) => !source.includes(title));
      })
      .map((one) => `${ids[0]}: ${one}`),
  );
  expect(missing).toEqual([]);
});

test('what is held is shown by a test, or by a file where no test can', () => {
  const held = rows.filter(({ state }) => stateOf(state) === 'held');
  const byTest = held.filter(({ shownBy }) => /`tests\//.test(shownBy));
  expect(byTest.length / held.length).toBeGreaterThan(0.8);
});

test('the numbers at its top are right', () => {
  expect(text).toContain(`| of ${IDS.length} requirements | |`);
  for (const state of ['held', 'not applicable', 'open']) {
    const count = rows.filter((row) => stateOf(row.state) === state).flatMap(({ ids }) => ids).length;
    expect(text).toContain(`\n| ${state} | ${count} |\n`);
  }
});

test(`no cell has more than ${WORDS_MAX} words`, () => {
  const cells = rows.flatMap(({ cells }) => cells);
  expect(cells.filter((cell) => cell.split(/\s+/).length > WORDS_MAX)).toEqual([]);
});
