/** The lines of a backup's tables: what comes back is what was written, whatever people typed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readLines, writeLines } from '#services/backup/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function writtenAndRead(name: string, lines: string[]): Promise<string[]> {
  const path = join(folder, name);
  await writeLines(
    path,
    (async function* () {
      yield* lines;
    })(),
  );
  const read: string[] = [];
  for await (const line of readLines(path)) read.push(line);
  return read;
}

test.each([
  ['none', []],
  ['line and paragraph separators in a name', ['{"name":"Rui\u2028Duarte\u2029"}', '{"name":"next\u0085line"}']],
  ['an empty line', ['a', '', 'b']],
  ['lines longer than what is read at a time', ['é'.repeat(400_000), 'x', '🌊'.repeat(100_000)]],
])('%s', async (name, lines) => {
  expect(await writtenAndRead(name, lines)).toEqual(lines);
});
