/** What CI runs, and on which Node: the same as README says. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ATTACKS } from '#dev/hostile.ts';

const read = (file: string) => readFileSync(file, 'utf8');

interface Workflow {
  jobs: Record<string, { steps: { uses?: string; run?: string; with?: Record<string, string> }[] }>;
}

test('CI runs the quick checks before it installs anything but packages, and every test afterwards', () => {
  const script = read('.ci/run');
  const commands = script.match(/^npm .+|apt-get install/gm);
  expect(commands).toEqual(['npm ci', 'npm test -- --quick', 'apt-get install', 'npm test', 'npm run test:hostile']);
  expect(read('README.md')).toMatch(/^npm ci && npm test /m);
});

test('the hostile suite names tests that are there', () => {
  expect(ATTACKS.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(ATTACKS).size).toBe(ATTACKS.length);
});

test('the workflow runs this script on the Node that README names, and keeps what was downloaded and built', () => {
  const steps = Object.values((parse(read('.github/workflows/ci.yml')) as Workflow).jobs).flatMap((job) => job.steps);
  expect(steps.at(-1)?.run).toBe('bash .ci/run');
  const node = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
  expect(node?.with).toMatchObject({ 'node-version-file': '.node-version', cache: 'npm' });
  const cache = steps.find(({ uses }) => uses?.startsWith('actions/cache@'))?.with;
  expect(cache?.path).toBe('~/.cache/stillhere');
  const sources = [...(cache?.key?.matchAll(/'([^']+)'/g) ?? [])].map(([, file = '']) => file);
  expect(sources.filter((file) => !existsSync(file))).toEqual([]);
  expect(sources.length).toBeGreaterThan(0);

  const major = read('.node-version').split('.')[0];
  expect(read('README.md')).toContain(`You need Node ${major} `);
  expect((JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node).toBe(`>=${major}`);
});
