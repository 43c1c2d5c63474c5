/** Readers trust a sender's name: none may pose as ours, or as an address. */
import { describe, expect, it } from 'vitest';
import { nameSchema } from '#domain/accounts/accounts.schema.ts';
import { faultOfName } from '#domain/accounts/sender-name.ts';
import { trustedContactSchema } from '#domain/contacts/contacts.schema.ts';
import { fieldError } from '#domain/field-error.ts';

describe('the name of a sender', () => {
  it.each([
    'Stillhere',
    'The Stillhere Team',
    'STILL HERE',
    'S.t.i.l.l.h.e.r.e',
    'St1llhere',
    '$ti||here',
    'Stiilhere',
    'Stilhere',
    'Stíllhêre',
    'ＳＴＩＬＬＨＥＲＥ',
    '𝗦𝘁𝗶𝗹𝗹𝗵𝗲𝗿𝗲',
    'Ѕtіllhеrе',
    'ᏚᎢIᏞᏞᎻᎬᎡᎬ',
    'St\u200cillhere',
    'Hans Stillhere',
    'S. Stillhere',
    'TheStillhere',
    '1Stillhere',
  ])('is not ours, nor looks like it: %s', (name) => {
    expect(faultOfName(name)).toBe('name-like-ours');
  });

  it.each([
    'ana@example.com',
    'ana＠example.com',
    'Ana (ana﹫example)',
    'evil.example',
    'Click evil.example/now',
    'foo。com',
    'evil․example',
    'T.Co',
    'пример.рф',
    'https://evil',
    'www evil',
  ])('is no address: %s', (name) => {
    expect(faultOfName(name)).toBe('name-like-address');
  });

  it.each(['Ana\u202e', 'Ana\u2066', 'Ana\u00ad', 'Ana\u200b', 'A\u0007na', 'Ana\u{e0041}'])(
    'has no hidden characters: %j',
    (name) => {
      expect(faultOfName(name)).toBe('name-with-hidden-characters');
    },
  );

  it.each([
    'Helena Duarte',
    'Ana-Sofía O’Neill 雅',
    'J.R.R. Tolkien',
    'J.Silva',
    'Dr.Silva',
    'St.John Smith',
    'Мария Иванова',
    'Ελένη Παπαδοπούλου',
    'شيماء',
    'نگین\u200cزاده',
    '👨‍👩‍👧 Duarte',
    'Christelle',
    'Kristi Herrera',
    'Christi Herrera',
    'Misti Herrera',
    'Christl Heredia',
    'Will Hereford',
    'Ms. Still',
  ])('may be what people are called: %s', (name) => {
    expect(faultOfName(name)).toBeNull();
  });
});

it.each([
  ['sign-up and profile', nameSchema],
  ['trusted contacts', trustedContactSchema.shape.name],
])('%s refuse such a name with one plain sentence', (_, schema) => {
  for (const [name, code] of [
    ['Stillhere Team', 'name-like-ours'],
    ['evil.example', 'name-like-address'],
    ['Ana\u202e', 'name-with-hidden-characters'],
  ] as const)
    expect(schema.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([fieldError(code)]);
});
