/** What an operator reads where a process of production does not start. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { webCommand, workerCommand } from '#dev/commands.ts';
import { PRODUCTION, REFUSED } from './production.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMANDS = { 'the web process': webCommand(), 'the worker': workerCommand() };
/** The other cases differ in memory only: env.test.ts. */
const SHOWN = [
  'without NODE_ENV',
  'with the NODE_ENV of a developer',
  'with an http address',
  'without a decision about proxies',
] as const;
const CASES = Object.entries(COMMANDS).flatMap(([process, command]) =>
  SHOWN.map((what) => ({ process, command, what, change: REFUSED[what][0], sentence: REFUSED[what][1] })),
);

test.each(CASES)('$process ends with 1 and a sentence $what', ({ command, change, sentence }) => {
  const env = { ...PRODUCTION, ...change };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, env, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(sentence)]);
  for (const secret of [PRODUCTION.MASTER_KEYS, 'sesame']) expect(stderr).not.toContain(secret);
});
