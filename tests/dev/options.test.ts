import { expect, test } from 'vitest';
import { readOptions } from '#dev/options.ts';

test('npm run dev accepts only --hot and --reset', () => {
  expect(readOptions([])).toEqual({ reset: false, hot: false });
  expect(readOptions(['--hot'])).toEqual({ reset: false, hot: true });
  expect(readOptions(['--reset', '--hot'])).toEqual({ reset: true, hot: true });
  expect(() => readOptions(['--hott'])).toThrow('Unknown option \'--hott\': "npm run dev" takes --reset and --hot.');
  expect(() => readOptions(['hot'])).toThrow('"npm run dev" takes --reset and --hot.');
});
