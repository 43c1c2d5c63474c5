/** The form of the decision records, as docs/decisions/README.md describes it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'docs/decisions';
const FILE_NAME = /^\d{4}(-[a-z0-9]+)+\.md$/;
const HEAD =
  /^# (?<title>[A-Z][^\n]*[^.\n])\n\nDate: (?<date>\d{4}-\d{2}-\d{2})\. Status: (?<status>accepted|superseded by \[\d{4}\]\([^)]+\))\./;
const SECTIONS = /^Context, Decision, (Alternatives, )?Consequences$/;
const PARAGRAPH_MAX = 80;
/** About a page; tables come on top. */
const RECORD_MAX = 500;
/** A path of ours in backticks, such as `db/query.ts`; not a pattern. */
const OWN_PATH =
  /`((?:adapters|app|bench|config|db|dev|docs|domain|messages|public|services|tests|worker|workflows)\/[\w./-]+)`/g;

const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const names = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const records = names.map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));

/** @returns what is wrong in any record, each with the record's name */
function faults(faultsIn: (text: string) => string[]): string[] {
  return records.flatMap(({ name, text }) => faultsIn(text).map((fault) => `${name}: ${fault}`));
}

/** @returns the paragraphs and list items, without tables and headings */
function paragraphsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => (/^\s*(\||#)/.test(line) ? '' : line));
  return lines.join('\n').split(/\n\s*\n|\n(?=- )/);
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

test('every record has a number of its own, and a name that says the decision', () => {
  expect(names.filter((name) => !FILE_NAME.test(name))).toEqual([]);
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('every record has a title, a date and a status, and its sections in order', () => {
  expect(faults((text) => (HEAD.test(text) ? [] : [text.slice(0, 120)]))).toEqual([]);
  const sectionsOf = (text: string) => Array.from(text.matchAll(/^## (.+)$/gm), ([, section]) => section).join(', ');
  expect(faults((text) => [sectionsOf(text)].filter((sections) => !SECTIONS.test(sections)))).toEqual([]);
});

test('every record fits a page, in short paragraphs', () => {
  expect(faults((text) => paragraphsOf(text).filter((one) => wordsIn(one) > PARAGRAPH_MAX))).toEqual([]);
  const wordsOf = (text: string) => wordsIn(paragraphsOf(text).join('\n'));
  expect(faults((text) => (wordsOf(text) > RECORD_MAX ? [`${wordsOf(text)} words`] : []))).toEqual([]);
});

test('records name and link only files that exist', () => {
  const missing = faults((text) => {
    const paths = Array.from(text.matchAll(OWN_PATH), ([, path = '']) => path);
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) => join(FOLDER, link));
    return [...paths, ...links].filter((path) => !existsSync(path));
  });
  expect(missing).toEqual([]);
});

test('the index has each record with its title, date and status, and no other', () => {
  const rows = records.map(({ name, text }) => {
    const { title, date, status } = HEAD.exec(text)?.groups ?? {};
    return `| [${name.slice(0, 4)}](${name}) | ${title} | ${date} | ${status} |`;
  });
  expect(index.match(/^\| \[.*$/gm)?.sort()).toEqual(rows.sort());
});

test('documents link only to records that exist', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/operations.md', 'docs/security.md'];
  const links = documents.flatMap((path) => readFileSync(path, 'utf8').match(/decisions\/\d{4}[\w-]*\.md/g) ?? []);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !existsSync(join('docs', link)))).toEqual([]);
});
