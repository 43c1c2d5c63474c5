/** docs/operations.md has a line for everything that workers repeat, and bench/recurring.ts measures it. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { RECURRING } from '../../bench/recurring.ts';
import { documentAt, ROOT } from './documents.ts';

const WORKER = globSync('worker/*.ts', { cwd: ROOT })
  .filter((path) => path !== 'worker/loop.ts')
  .map((path) => readFileSync(resolve(ROOT, path), 'utf8'))
  .join('\n');

/** @returns the first three cells of each line of the table: query, loop, how often */
function documented(text: string): string[] {
  const [, section = ''] = text.split('\n## Recurring work\n');
  const lines = (section.split('\n## ')[0] ?? '').match(/^\| `.*$/gm) ?? [];
  return lines.map((line) => line.split(' | ').slice(0, 3).join(' | ').replaceAll('`', '').replace('| ', ''));
}

/** @returns the names of the loops that a source starts; `<…>` is a part that is known at run time */
function loopsOf(source: string): string[] {
  const names = [...source.matchAll(/\bstartLoop\(\s*(['`])(.+?)\1/g)].map(([, , name = '']) => name);
  return [...new Set(names.map((name) => name.replace(/\$\{(\w+)[^}]*\}/g, '<$1>')))].sort();
}

/** @returns what a scrape of the metrics reads */
function scrapedIn(source: string): string[] {
  return [...source.matchAll(/\bsharedRead\(\(\) => (\w+)\(/g)].map(([, name = '']) => name).sort();
}

test('each loop of a worker, and each read of its metrics, is measured', () => {
  const loops = new Set(RECURRING.map(({ loop }) => loop));
  expect([...loops].filter((loop) => loop !== 'metrics').sort()).toEqual(loopsOf(WORKER));
  const scraped = RECURRING.filter(({ loop }) => loop === 'metrics').map(({ name }) => name);
  expect(scraped.sort()).toEqual(scrapedIn(WORKER));
});

test('no loop has a name that this test cannot read', () => {
  const starts = WORKER.match(/\bstartLoop\(/g) ?? [];
  const read = WORKER.match(/\bstartLoop\(\s*['`]/g) ?? [];
  expect([starts.length > 20, read.length]).toEqual([true, starts.length]);
});

test('docs/operations.md has a line for each piece of recurring work, with its loop and how often it runs', () => {
  expect(documented(documentAt('docs/operations.md').text)).toEqual(
    RECURRING.map(({ name, loop, every }) => `${name} | ${loop} | ${every}`),
  );
});

test('these checks find a new loop, a new gauge and a missing line', () => {
  const source = `startLoop('old', log); startLoop(\n    \`new by \${channel.name} \${n + 1}\`, log); sharedRead(() => count(fork()))`;
  expect([loopsOf(source), scrapedIn(source)]).toEqual([['new by <channel> <n>', 'old'], ['count']]);
  const text =
    '# X\n\n## Recurring work\n\n| query | loop |\n| --- | --- |\n| `one` | `its loop` | 1 min | x |\n\n## Y\n\n| `z` | `z` | z |';
  expect(documented(text)).toEqual(['one | its loop | 1 min']);
});
