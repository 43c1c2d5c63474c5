import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions } from '#dev/options.ts';
import { readDrillOptions } from '../../bench/drill/options.ts';

const ofDev = (...args: string[]) => readOptions(args, 'dev', ['reset', 'hot']);

test('npm run dev accepts only --hot and --reset', () => {
  expect(ofDev()).toEqual({ reset: false, hot: false });
  expect(ofDev('--hot')).toEqual({ reset: false, hot: true });
  expect(ofDev('--reset', '--hot')).toEqual({ reset: true, hot: true });
  expect(() => ofDev('--hott')).toThrow('Unknown option \'--hott\': "npm run dev" takes --reset and --hot.');
  expect(() => ofDev('hot')).toThrow('"npm run dev" takes --reset and --hot.');
});

test('npm run cluster accepts only --reset', () => {
  const ofCluster = (...args: string[]) => readOptions(args, 'cluster', ['reset']);
  expect([ofCluster(), ofCluster('--reset')]).toEqual([{ reset: false }, { reset: true }]);
  expect(() => ofCluster('--hot')).toThrow('Unknown option \'--hot\': "npm run cluster" takes --reset.');
});

/** The commands that start a stack, with the readers of their options. */
const READERS: Record<string, (args: string[]) => unknown> = {
  dev: (args) => readOptions(args, 'dev', ['reset', 'hot']),
  cluster: (args) => readOptions(args, 'cluster', ['reset']),
  drill: readDrillOptions,
};

test('the README has a line for each command that starts a stack, and each of its options there is taken', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
  for (const [name, read] of Object.entries(READERS)) {
    const line = readme.split('\n').find((one) => one.startsWith(`| \`npm run ${name}\``)) ?? '';
    const examples = [...line.matchAll(/`-- (--[^`]+)`/g)].map(([, options = '']) => options.split(' '));
    expect([name, examples.length]).toEqual([name, name === 'dev' ? 2 : 1]);
    for (const example of examples) expect(() => read(example)).not.toThrow();
  }
});
