import { describe, expect, test } from 'vitest';
import { CONTENTS_MAX, RECIPIENTS_MAX } from '#domain/delivery/delivery.ts';
import { readPeople } from '#domain/delivery/people-text.ts';
import { scheduleSeveralFormSchema, scheduleSeveralSchema } from '#domain/delivery/schedule.schema.ts';
import { sayFieldError } from '#messages/field-errors.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER = '01890a5d-ac96-774b-bcce-b302099a8058';
const CALL = { scheduled_time: '2031-05-04T09:00:00Z', delivery_type: 'email' };
const person = (name: string) => ({ email: `${name}@example.com`, name });
const problems = (call: object) =>
  (scheduleSeveralSchema.safeParse({ ...CALL, ...call }).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    sayFieldError(message),
  ]);

describe('a program', () => {
  test('names one item and one person as before', () => {
    const call = { ...CALL, content_id: ID, recipient_email: 'Ana@Example.com' };
    expect(scheduleSeveralSchema.parse(call)).toMatchObject({ content_id: ID, recipient_email: 'ana@example.com' });
    expect(scheduleSeveralSchema.parse(call)).toMatchObject({ content_ids: undefined, recipients: undefined });
  });

  test('names several in lists, after those named alone, and each item once', () => {
    const call = { content_id: ID, content_ids: [OTHER, ID], recipient_email: 'ana@example.com' };
    expect(scheduleSeveralSchema.parse({ ...CALL, ...call, recipients: [person('rui')] })).toMatchObject({
      content_ids: [ID, OTHER],
      recipients: [{ email: 'ana@example.com', name: null, phone: null }, person('rui')],
    });
  });

  test.each([
    [{}, ['content_id', 'recipient_email']],
    [{ content_ids: [], recipients: [] }, ['content_id', 'recipient_email']],
    [{ content_ids: [ID], recipients: [person('ana'), person('ana')] }, ['recipients.1.email']],
    [
      { content_ids: [ID], recipients: [{ ...person('ana'), alternate_email: 'rui@example.com' }, person('rui')] },
      ['recipients.0.alternate_email'],
    ],
    [
      {
        ...{ content_ids: [ID], recipient_email: 'ana@example.com', alternate_email: 'home@example.com' },
        recipients: [{ ...person('rui'), alternate_email: 'home@example.com' }],
      },
      ['alternate_email', 'recipients.0.alternate_email'],
    ],
    [{ content_ids: [ID], recipients: [{ name: 'Ana' }] }, ['recipients.0.email']],
    [{ content_ids: [ID], recipients: [person('ana')], delivery_type: 'whatsapp' }, ['recipients.0.phone']],
    [{ content_ids: ['x'], recipients: [person('ana')] }, ['content_ids.0']],
    [
      { content_id: ID, recipients: Array.from({ length: RECIPIENTS_MAX + 1 }, (_, n) => person(`p${n}`)) },
      ['recipients'],
    ],
    [
      {
        content_id: ID,
        recipient_email: 'ana@example.com',
        recipients: Array.from({ length: RECIPIENTS_MAX }, (_, n) => person(`p${n}`)),
      },
      ['recipients'],
    ],
    [{ content_ids: Array.from({ length: CONTENTS_MAX + 1 }, () => ID), recipients: [person('ana')] }, ['content_ids']],
  ])('is told the fields of %j', (call, fields) => {
    expect(problems(call).map(([field]) => field)).toEqual(fields);
    for (const [, message] of problems(call)) expect(message).toMatch(/^[A-Z].* /);
  });
});

describe('people typed on lines', () => {
  test.each([
    ['Ana Duarte, ana@example.com', { name: 'Ana Duarte', email: 'ana@example.com', phone: '' }],
    ['Ana <ana@example.com>', { name: 'Ana', email: 'ana@example.com', phone: '' }],
    ['ana@example.com', { name: '', email: 'ana@example.com', phone: '' }],
    ['+351 912 345 678; Ana; ana@example.com', { name: 'Ana', email: 'ana@example.com', phone: '+351 912 345 678' }],
    ['Duarte, Ana, ana@example.com', { name: 'Duarte, Ana', email: 'ana@example.com', phone: '' }],
    ['Ana', { name: 'Ana', email: '', phone: '' }],
    [
      'Ana, ana@a.example, ana@b.example',
      { name: 'Ana', email: 'ana@a.example', alternate: 'ana@b.example', phone: '' },
    ],
    // Perhaps two people.
    [
      'Ana <ana@a.example>, Rui <rui@b.example>',
      { name: 'Ana, Rui', email: '', alternate: 'rui@b.example', phone: '' },
    ],
    [
      'Ana and Rui, ana@a.example, rui@b.example',
      { name: 'Ana and Rui', email: '', alternate: 'rui@b.example', phone: '' },
    ],
    [
      'Ana & Rui, ana@a.example, rui@b.example',
      { name: 'Ana & Rui', email: '', alternate: 'rui@b.example', phone: '' },
    ],
    ['Ana e Rui, casa@a.example', { name: 'Ana e Rui', email: 'casa@a.example', phone: '' }],
    ['ana@a.example, rui@b.example', { name: '', email: '', alternate: 'rui@b.example', phone: '' }],
  ])('%j', (line, expected) => {
    expect(readPeople(`\n${line}\r\n \n`)).toEqual([{ alternate: '', ...expected }]);
  });

  const WISH = { delivery_type: 'email', date: '2031-05-04', time: '09:00', time_zone: 'Europe/Lisbon' };
  const read = (recipients: string, change = {}) =>
    scheduleSeveralFormSchema.safeParse({ ...WISH, content_ids: [ID], recipients, ...change });

  test('become people of the form, without numbers by email', () => {
    expect(read('Ana, ana@example.com, +351912345678\nrui@example.com').data).toMatchObject({
      content_id: ID,
      recipient_email: 'ana@example.com',
      recipients: [
        { email: 'ana@example.com', name: 'Ana', phone: null },
        { email: 'rui@example.com', name: null, phone: null },
      ],
      local_time: '2031-05-04T09:00',
    });
  });

  test.each([
    ['', 'recipients'],
    ['Ana', 'recipients'],
    ['ana@example.com\nAna, ana@example.com', 'recipients'],
    ['Ana, ana@example.com, rui@example.com\nrui@example.com', 'recipients'],
    ['Ana and Rui, ana@example.com, rui@example.com', 'recipients'],
    [Array.from({ length: RECIPIENTS_MAX + 1 }, (_, n) => `p${n}@example.com`).join('\n'), 'recipients'],
  ])('are refused: %j', (recipients, field) => {
    expect(read(recipients).error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  test('need numbers by WhatsApp', () => {
    expect(read('ana@example.com', { delivery_type: 'whatsapp' }).success).toBe(false);
    expect(read('ana@example.com, +351912345678', { delivery_type: 'whatsapp' }).success).toBe(true);
  });
});
