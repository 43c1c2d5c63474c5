/** What an operator reads where a process of production does not start. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { webCommand, workerCommand } from '#dev/commands.ts';
import { PRODUCTION, REFUSED } from './production.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMANDS = { 'the web process': webCommand(), 'the worker': workerCommand() };
const CASES = Object.entries(COMMANDS).flatMap(([process, command]) =>
  Object.entries(REFUSED).map(([what, [change, sentence]]) => ({ process, command, what, change, sentence })),
);

test.each(CASES)('$process ends with 1 and a sentence $what', ({ command, change, sentence }) => {
  const env = { ...PRODUCTION, ...change };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, env, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(sentence)]);
  for (const secret of [PRODUCTION.MASTER_KEYS, 'sesame']) expect(stderr).not.toContain(secret);
});
