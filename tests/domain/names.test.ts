import { expect, test } from 'vitest';
import { nameSchema } from '#domain/accounts/accounts.schema.ts';
import { trustedContactSchema } from '#domain/contacts/contacts.schema.ts';
import { scheduleInstantSchema } from '#domain/delivery/delivery.schema.ts';
import { fieldError } from '#domain/field-error.ts';

test.each([
  ['an owner', nameSchema],
  ['a contact', trustedContactSchema.shape.name],
  ['a recipient', scheduleInstantSchema.shape.recipient_name],
])('the name of %s is one line, which a mail header and a table can hold', (_, schema) => {
  for (const name of ['Ana\r\nBcc: eve@example.com', 'Ana\nRui', 'Ana\u2028Rui', 'Ana\0'])
    expect([name, schema.safeParse(name).error?.issues[0]?.message]).toEqual([name, fieldError('name-not-one-line')]);
  expect(schema.parse(' Ana-Sofía O’Neill 雅 ')).toBe('Ana-Sofía O’Neill 雅');
});
