import { describe, expect, it } from 'vitest';
import { newPasswordSchema, PASSWORD_MAX, PASSWORD_MIN, passwordSchema } from '#domain/accounts/accounts.schema.ts';

describe.each([
  ['a password', passwordSchema],
  ['a new password', newPasswordSchema],
])('%s', (_, schema) => {
  it.each([
    '  two spaces at each end  ',
    'Capitals STAY',
    'só minúsculas',
    '123456',
    '!!!!!!',
    '猫が好きです',
    'x'.repeat(64),
  ])('is taken as it was typed, whatever it is made of: %j', (password) => {
    expect(schema.parse(password)).toBe(password);
  });

  it('has a least and a greatest length, and no other rule', () => {
    expect(schema.safeParse('x'.repeat(PASSWORD_MIN)).success).toBe(true);
    expect(schema.safeParse('x'.repeat(PASSWORD_MIN - 1)).success).toBe(false);
    expect(schema.safeParse('x'.repeat(PASSWORD_MAX)).success).toBe(true);
    expect(schema.safeParse('x'.repeat(PASSWORD_MAX + 1)).success).toBe(false);
  });
});
