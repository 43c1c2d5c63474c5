import { expect, it } from 'vitest';
import { passwordStrength } from '#domain/accounts/password-strength.ts';

it.each([
  ['', 'weak'],
  ['stillhere', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['lantern sea', 'fair'],
  ['Tr0ub4dor&3', 'fair'],
  ['three plain words', 'strong'],
  ['kitchen lantern atlantic', 'strong'],
] as const)('%j is %s: length counts most, and repetition little', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
