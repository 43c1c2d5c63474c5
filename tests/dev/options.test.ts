import { expect, test } from 'vitest';
import { readOptions } from '#dev/options.ts';

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
