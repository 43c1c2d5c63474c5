import { describe, expect, test } from 'vitest';
import { catalogue, englishTexts } from '#messages/catalogue.ts';
import { accountMails } from '#messages/en/account-mails.ts';
import { pseudo, pseudoTranslation } from '#messages/pseudo.ts';
import { addTranslation, say, sayAll, sayRich } from '#messages/say.ts';

const texts = catalogue('test', {
  greeting: 'Dear {name}',
  left: '{days, plural, one {# day} other {# days}} left',
  link: 'Read <link>the letter</link>, {name}',
  plain: { title: "Don't worry", lines: ['One', 'Two'] },
});

describe('a message', () => {
  test('takes its arguments, and writes numbers and plurals as British English does', () => {
    expect(say('en', texts.greeting, { name: 'Ana' })).toBe('Dear Ana');
    expect([1, 2, 1_500].map((days) => say('en', texts.left, { days }))).toEqual([
      '1 day left',
      '2 days left',
      '1,500 days left',
    ]);
  });

  test('with a tag gives the tag its children', () => {
    const element = sayRich('en', texts.link, { name: 'Ana', link: (children) => `[${children.join('')}]` });
    expect(element).toBe('Read [the letter], Ana');
  });

  test('of a group without arguments is said with the group', () => {
    expect(sayAll('en', texts.plain)).toEqual({ title: "Don't worry", lines: ['One', 'Two'] });
  });

  test('is English where a language does not have it', () => {
    addTranslation('en-XA', new Map([['test.greeting', ['Déàr ', ['name']]]]));
    expect(say('en-XA', texts.greeting, { name: 'Ana' })).toBe('Déàr Ana');
    expect(say('en-XA', texts.plain.title)).toBe("Don't worry");
  });

  test('that misses an argument, has a wrong one, or is no message does not type-check', () => {
    const wrong = () => {
      // @ts-expect-error name is missing
      say('en', texts.greeting);
      // @ts-expect-error days is a number
      say('en', texts.left, { days: 'many' });
      // @ts-expect-error a message with a tag is rich
      say('en', texts.link, { name: 'Ana' });
      // @ts-expect-error a group with arguments cannot be said at once
      sayAll('en', texts).greeting.trim();
    };
    expect(wrong).toBeTypeOf('function');
  });

  test('that is not valid names its id', () => {
    expect(() => catalogue('broken', { one: 'Dear {name' })).toThrow('broken.one');
  });
});

test('the pseudo-language changes letters and length, and leaves arguments and tags', () => {
  expect(pseudo('Dear {name}')).toBe('[Déàr {name}~~~~]');
  expect(pseudo('{days, plural, one {# day} other {# days}}')).toMatch(/^\[\{days,\s?plural,\s?one\s?\{# dàý\}/);
  expect(pseudo('Read <link>this</link>')).toMatch(/^\[Réàd <link>thîš<\/link>~+\]$/);
});

test('the pseudo-language has every message that English has', () => {
  addTranslation('en-XA', pseudoTranslation(englishTexts));
  expect(say('en-XA', accountMails['reset-password'].subject)).toMatch(/^\[Çhööšé à ñéw pàššwörd~+\]$/);
  expect(englishTexts.size).toBeGreaterThan(50);
});
