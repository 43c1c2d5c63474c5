import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differences, hashesOf, sumsOf, withRelease } from '#dev/build-hashes.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

test('lists each file of a build with its hash, in the form that sha256sum checks', () => {
  const folder = folderWith({
    'workflows.js': '',
    'client/assets/a.js': '',
    'tests/report.json': '{}',
    '.sources': 'x',
    SHA256SUMS: 'x',
  });
  expect(sumsOf(hashesOf(folder))).toBe(`${EMPTY}  client/assets/a.js\n${EMPTY}  workflows.js\n`);
});

test('names each file that two builds do not have in common', () => {
  const one = hashesOf(folderWith({ 'same.js': '1', 'changed.js': '1', 'only-first.js': '1' }));
  const other = hashesOf(folderWith({ 'same.js': '1', 'changed.js': '2', 'only-second.js': '1' }));
  expect(differences(one, other)).toEqual(['changed.js', 'only-first.js', 'only-second.js']);
  expect(differences(one, one)).toEqual([]);
});

test('writes a release above older ones, and replaces one of the same version', () => {
  const hashes = hashesOf(folderWith({ 'client/assets/seal.js': '' }));
  const release = { version: '0.2.0', node: '24.0.0', hashes, scripts: ['client/assets/seal.js'] };
  const once = withRelease('# Releases\n\nHow to verify.\n\n## 0.1.0\n\nOld.\n', release);
  expect(once).toMatch(/^# Releases\n\nHow to verify\.\n\n## 0\.2\.0\n[\s\S]+\n\n## 0\.1\.0\n\nOld\.\n$/);
  expect(once).toContain(`| client/assets/seal.js | ${EMPTY} |`);
  expect(withRelease(once, release)).toBe(once);
});

test('the document of releases says how to verify one', () => {
  expect(readFileSync(new URL('../../docs/releases.md', import.meta.url), 'utf8')).toContain(
    'npm run build -- --verify',
  );
});
