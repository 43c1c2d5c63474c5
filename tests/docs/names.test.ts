/** The documents name what exists: files, code, commands, headings and log lines. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS, type Document, documentAt, ROOT, withoutFences } from './documents.ts';

const PRODUCT = ['adapters', 'app', 'config', 'db', 'domain', 'messages', 'services', 'worker', 'workflows'];
const FOLDERS = [...PRODUCT, 'bench', 'dev', 'docs', 'public', 'simulators', 'tests'];
/** A path below one of our folders, wherever it is written; `*` and `<name>` stand for any name. */
const PATH = new RegExp(`(?<![\\w./<@-])(?:${FOLDERS.join('|')})/[\\w./*<>-]*[\\w*>]`, 'g');
/** A name of our own code in backticks: `planAgain`. */
const IDENTIFIER = /`([a-z]+[A-Z]\w*)(?:\(\))?`/g;
const LINK = /\]\((?!https?:)([^)\s]+)\)/g;

const sourceOf = (folders: readonly string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: ROOT },
  )
    .map((path) => readFileSync(resolve(ROOT, path), 'utf8'))
    .join('\n');
const product = sourceOf(PRODUCT);
const words = new Set((product + sourceOf(['bench', 'dev', 'tests'])).match(/\w+/g));

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1] ?? found[0]);

function pathsThatAreMissing({ text }: Pick<Document, 'text'>): string[] {
  return matches(text, PATH).filter((path) => globSync(path.replace(/<[^>]*>/g, '*'), { cwd: ROOT }).length === 0);
}

/** @returns the anchors of its headings, as GitHub makes them */
function anchorsOf(document: Document): string[] {
  return matches(withoutFences(document), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linksThatLeadNowhere(document: Document): string[] {
  return matches(withoutFences(document), LINK).filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? document.path : join(dirname(document.path), file);
    if (!existsSync(resolve(ROOT, target))) return true;
    const isDocument = DOCUMENTS.some(({ path }) => path === target);
    return anchor !== undefined && isDocument && !anchorsOf(documentAt(target)).includes(anchor);
  });
}

test.each(DOCUMENTS)('$path names only files that exist', (document) => {
  expect(pathsThatAreMissing(document)).toEqual([]);
});

test.each(DOCUMENTS)('$path links only to files and headings that exist', (document) => {
  expect(linksThatLeadNowhere(document)).toEqual([]);
});

test.each(DOCUMENTS)('$path names only code that exists', ({ text }) => {
  expect(matches(text, IDENTIFIER).filter((name) => !words.has(name))).toEqual([]);
});

test.each(DOCUMENTS)('$path names only npm scripts that exist', ({ text }) => {
  const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  expect(matches(text, /npm run ([\w:]+)/g).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('docs/architecture.md says of every layer what it may import', () => {
  const [, section = ''] = documentAt('docs/architecture.md').text.split('\n## Layers\n');
  const rows = matches(section.split('\n#')[0] ?? '', /^\| `(\w+)` \|/gm);
  expect(PRODUCT.filter((layer) => !rows.includes(layer))).toEqual([]);
});

/** The first column of the table of log lines. */
const logLines = () => {
  const [, section = ''] = documentAt('docs/operations.md').text.split('\n## Log lines\n');
  return matches(section.split('\n## ')[0] ?? '', /^\| `([^`]+)`/gm);
};

test('docs/operations.md explains only log lines that the product writes', () => {
  const missing = logLines().filter((line) => !product.includes(line.replace('ALARM: ', '')));
  expect([logLines().length > 10, missing]).toEqual([true, []]);
});

test('docs/operations.md explains every alarm that the product logs', () => {
  const constants = new Map([...product.matchAll(/const (\w+) = '([^']+)';/g)].map(([, name, value]) => [name, value]));
  const alarms = matches(product, /['`](ALARM: [^'`]+)['`]/g).map((line) =>
    line.replace(/\$\{(\w+)\}/, (_, name: string) => constants.get(name) ?? name),
  );
  expect(alarms.length).toBeGreaterThan(5);
  expect(alarms.filter((line) => !logLines().includes(line))).toEqual([]);
});

test('these checks find a wrong path, a wrong link and a wrong heading', () => {
  const text = '`app/routes.ts` `app/nothing.ts` `db/migrations/<number>-<name>.ts` https://x.example/docs/nothing.md';
  expect(pathsThatAreMissing({ text })).toEqual(['app/nothing.ts']);
  const links = '[a](README.md#run-it) [b](README.md#walk-it) [c](docs/nothing.md) [d](https://x.example/nothing)';
  expect(linksThatLeadNowhere({ path: 'x.md', text: links })).toEqual(['README.md#walk-it', 'docs/nothing.md']);
});
