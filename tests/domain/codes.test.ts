import { expect, it } from 'vitest';
import { openSteps, readCode, shownRecoveryCode } from '#domain/accounts/codes.ts';

it.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['7K3M-Q9WD-X2HF', { kind: 'recovery', code: '7k3mq9wdx2hf' }],
  ['7k3m q9wd x2hf', { kind: 'recovery', code: '7k3mq9wdx2hf' }],
  ['oil0-1111-aaaa', { kind: 'recovery', code: '01101111aaaa' }],
  ['12345', null],
  ['1234567', null],
  ['7k3m-q9wd-x2h', null],
  ['7k3m-q9wd-x2hu', null],
  ['', null],
])('reads %j as a code from an app, a recovery code, or neither', (typed, given) => {
  expect(readCode(typed)).toEqual(given);
});

it('shows a recovery code in groups that are read back as the same code', () => {
  expect(shownRecoveryCode('7k3mq9wdx2hf')).toBe('7k3m-q9wd-x2hf');
  expect(readCode(shownRecoveryCode('7k3mq9wdx2hf'))?.code).toBe('7k3mq9wdx2hf');
});

it('accepts one step before and one after this one, and none up to the last that was used', () => {
  const at = new Date(1_000_000 * 30_000 + 29_999);
  expect(openSteps(at, null)).toEqual([999_999, 1_000_000, 1_000_001]);
  expect(openSteps(at, 999_999)).toEqual([1_000_000, 1_000_001]);
  expect(openSteps(at, 1_000_001)).toEqual([]);
  expect(openSteps(new Date(at.getTime() + 1), 1_000_001)).toEqual([1_000_002]);
});
