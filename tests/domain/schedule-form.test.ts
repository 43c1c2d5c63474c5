import { describe, expect, test } from 'vitest';
import {
  rescheduleSchema,
  retrySchema,
  scheduleInstantSchema,
  scheduleSchema,
} from '#domain/delivery/delivery.schema.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { readPhone } from '#services/deliveries/phone.ts';

const WISH = {
  content_id: '019a8f61-9d2b-7e41-b7a5-3c4d5e6f7a33',
  delivery_type: 'email',
  recipient_email: 'Ana@example.com',
  recipient_name: 'Ana',
  date: '2031-05-04',
  time: '09:00',
  time_zone: 'Europe/Lisbon',
};
const fieldsOf = (change: object) =>
  scheduleSchema.safeParse({ ...WISH, ...change }).error?.issues.map(({ path }) => path[0]) ?? [];
const messagesOf = (change: object) =>
  scheduleSchema.safeParse({ ...WISH, ...change }).error?.issues.map(({ message }) => sayFieldError(message)) ?? [];

test('joins a date and a time to one local time', () => {
  expect(scheduleSchema.parse(WISH)).toMatchObject({ local_time: '2031-05-04T09:00', time_zone: 'Europe/Lisbon' });
  const { content_id: _, ...change } = WISH;
  expect(rescheduleSchema.parse(change)).toMatchObject({ local_time: '2031-05-04T09:00', recipient_name: 'Ana' });
});

test.each([
  [{ date: '' }, 'date'],
  [{ date: '2031-5-4' }, 'date'],
  [{ date: '2031-04-31' }, 'date'],
  [{ time: undefined }, 'time'],
  [{ time: '24:00' }, 'time'],
  [{ time: '9' }, 'time'],
  [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
  [{ delivery_type: 'pigeon' }, 'delivery_type'],
  [{ recipient_email: undefined, delivery_type: 'whatsapp', recipient_phone: '+351912000417' }, 'recipient_email'],
  [{ delivery_type: 'whatsapp', recipient_phone: 'call me' }, 'recipient_phone'],
  [{ delivery_type: 'whatsapp', recipient_phone: '9'.repeat(41) }, 'recipient_phone'],
])('%j is reported at its field', (change, field) => {
  expect(fieldsOf(change)).toEqual([field]);
});

test('names a 29 February that does not exist, and accepts one that does', () => {
  expect(messagesOf({ date: '2031-02-29' })).toEqual([
    'There’s no 29 February in 2031. Please choose 28 February or 1 March.',
  ]);
  expect(scheduleSchema.parse({ ...WISH, date: '2032-02-29' }).local_time).toBe('2032-02-29T09:00');
});

test('takes how long the link works in years, or without an end; a form of the version before has no such field', () => {
  const chosen = (link_years?: string) => scheduleSchema.parse({ ...WISH, link_years }).link_years;
  expect(['2', '5', '20', 'endless', undefined].map(chosen)).toEqual([2, 5, 20, null, undefined]);
  expect(messagesOf({ link_years: '3' })).toEqual([
    'Please choose how long the link works: 2, 5, or 20 years, or without an end',
  ]);
});

test.each([
  [20, true],
  [null, true],
  [undefined, true],
  [3, false],
  ['20', false],
  ['endless', false],
])('a program gives %j as the life of a link: accepted is %j', (link_years, isValid) => {
  const { delivery_type, recipient_email, content_id } = WISH;
  const body = { delivery_type, recipient_email, content_id, scheduled_time: '2031-05-04T09:00:00Z', link_years };
  expect(scheduleInstantSchema.safeParse(body).success).toBe(isValid);
});

test.each([[null], ['x'], [[]], [1], [undefined]])('refuses %j', (value) => {
  for (const schema of [scheduleSchema, scheduleInstantSchema]) expect(schema.safeParse(value).success).toBe(false);
});

describe('WhatsApp', () => {
  test.each([[undefined], [null], [''], ['  ']])('needs a phone: %j is none', (recipient_phone) => {
    const message = 'Please enter the recipient’s phone number: it’s needed for WhatsApp';
    expect(messagesOf({ delivery_type: 'whatsapp', recipient_phone })).toEqual([message]);
    const { date: _d, time: _t, time_zone: _z, ...rest } = WISH;
    const call = { ...rest, scheduled_time: '2031-05-04T09:00:00Z', delivery_type: 'whatsapp', recipient_phone };
    expect(scheduleInstantSchema.safeParse(call).error?.issues.at(-1)).toMatchObject({ path: ['recipient_phone'] });
  });

  test('reports a missing phone together with other errors', () => {
    expect(fieldsOf({ delivery_type: 'whatsapp', date: '' })).toEqual(['date', 'recipient_phone']);
  });

  test.each(['(+351) 912 000 417', '\u202a+351 912 000 417\u202c', '912–000–417', '٩١٢٠٠٠٤١٧'])(
    'takes %j',
    (recipient_phone) => {
      expect(fieldsOf({ delivery_type: 'whatsapp', recipient_phone })).toEqual([]);
      expect(readPhone(recipient_phone, 'PT')?.number).toBe('+351912000417');
    },
  );

  test('takes a number as people write it, with its country beside it', () => {
    const given = { delivery_type: 'whatsapp', recipient_phone: ' (912) 000-417 ', phone_country: 'PT' };
    const kept = { recipient_phone: '(912) 000-417', phone_country: 'PT' };
    expect(scheduleSchema.parse({ ...WISH, ...given })).toMatchObject(kept);
  });

  test('drops a number that was typed before email was chosen', () => {
    for (const recipient_phone of ['912000417', 'call me'])
      expect(scheduleSchema.parse({ ...WISH, recipient_phone }).recipient_phone).toBeNull();
  });

  test('the field of the number does not block a retry by email', () => {
    const again = { recipient_email: 'ana@example.com', delivery_type: 'email', recipient_phone: 'call me' };
    expect(retrySchema.parse(again).recipient_phone).toBeUndefined();
    expect(retrySchema.safeParse({ ...again, delivery_type: 'whatsapp' }).success).toBe(false);
    expect(retrySchema.safeParse({ ...again, delivery_type: undefined }).success).toBe(false);
  });
});
