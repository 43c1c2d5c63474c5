/** No file is longer than a person reads at once. Biome holds the same of functions: biome.json. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LAYERS, ROOT } from './imports.ts';

const LINES_MAX = 300;
const FOLDERS = [...LAYERS, 'simulators', 'dev', 'bench', 'public', 'tests'];
const LONGER = [
  // One request on a slow line: the one style sheet of all static pages.
  'public/static-pages/base.css',
  // Evaluated anew for each language, as one module.
  'dev/mail-samples/samples.ts',
  // Worlds and journeys whose parts share everything.
  'tests/accounts/limits.mocked.db.test.ts',
  'tests/api/rows.ts',
  'tests/db/contact-mails.db.test.ts',
  'tests/db/stops.db.test.ts',
  'tests/db/undelivered-releases.db.test.ts',
  'tests/db/warning-channels.db.test.ts',
  'tests/db/webhooks.db.test.ts',
  'tests/deploy/backup.db.test.ts',
  'tests/domain/emergency-world.ts',
  'tests/e2e/open-sealed.spec.ts',
  'tests/e2e/vault.spec.ts',
  'tests/http/duress.http.test.ts',
  'tests/http/second-step.http.test.ts',
  'tests/http/step-up.http.test.ts',
];

/** @returns the paths of what people write in a folder */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css|js)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

test('no file has more than 300 lines', () => {
  const files = FOLDERS.flatMap(sourcesIn);
  expect(files.length).toBeGreaterThan(1500);
  const long = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length > LINES_MAX);
  expect(long.sort()).toEqual([...LONGER].sort());
});
