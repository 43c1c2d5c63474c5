import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { catalogue, englishTexts } from '#messages/catalogue.ts';
import { compileMessagesForBrowser } from '#messages/compile-for-browser.ts';
import { fromCompiled } from '#messages/compiled.ts';
import { accountMails } from '#messages/en/account-mails.ts';
import { loadLocale, translatedMessages } from '#messages/load-locale.ts';
import { pseudo } from '#messages/pseudo.ts';
import { chooseLocale, currentLocale, say, sayAll, sayRich } from '#messages/say.ts';

const texts = catalogue('test', {
  greeting: 'Dear {name}',
  left: '{days, plural, one {# day} other {# days}} left',
  link: 'Read <link>the letter</link>, {name}',
  plain: { title: "Don't worry", lines: ['One', 'Two'] },
});

describe('a message', () => {
  test('takes its arguments, and writes numbers and plurals as British English does', () => {
    expect(say(texts.greeting, { name: 'Ana' })).toBe('Dear Ana');
    expect([1, 2, 1_500].map((days) => say(texts.left, { days }))).toEqual([
      '1 day left',
      '2 days left',
      '1,500 days left',
    ]);
  });

  test('with a tag gives the tag its children', () => {
    const element = sayRich(texts.link, { name: 'Ana', link: (children) => `[${children.join('')}]` });
    expect(element).toBe('Read [the letter], Ana');
  });

  test('of a group without arguments is said with the group', () => {
    expect(sayAll(texts.plain)).toEqual({ title: "Don't worry", lines: ['One', 'Two'] });
  });

  test('is in the chosen language, and in English where that lacks it', () => {
    chooseLocale('en-XA', (id) => (id === 'test.greeting' ? ['Déàr ', ['name']] : undefined));
    onTestFinished(() => chooseLocale('en', () => undefined));
    expect(say(texts.greeting, { name: 'Ana' })).toBe('Déàr Ana');
    expect(say(texts.plain.title)).toBe("Don't worry");
  });

  test('is in a catalogue whose name has no dot, by which the browser finds its translation', () => {
    expect(() => catalogue('test.more', { greeting: 'Dear' })).toThrow('test.more has a dot in its name');
  });

  test('that misses an argument, has a wrong one, or is no message does not type-check', () => {
    const wrong = () => {
      // @ts-expect-error name is missing
      say(texts.greeting);
      // @ts-expect-error days is a number
      say(texts.left, { days: 'many' });
      // @ts-expect-error a message with a tag is rich
      say(texts.link, { name: 'Ana' });
      // @ts-expect-error a group with arguments cannot be said at once
      sayAll(texts).greeting.trim();
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
  expect(pseudo('Read <link>this</link>')).toMatch(/^\[Réàd <link>thîš<\/link>[~ ]+\]$/);
});

test('the pseudo-language has every message that English has', async () => {
  await loadLocale('en-XA');
  onTestFinished(() => loadLocale('en'));
  expect(currentLocale()).toBe('en-XA');
  expect(say(accountMails['reset-password'].label)).toMatch(/^\[Çhööšé à ñéw pàššwörd[~ ]+\]$/);
  expect(englishTexts.size).toBeGreaterThan(50);
  expect(Object.keys(translatedMessages())).toEqual([...englishTexts.keys()]);
});

test('a browser gets compiled messages, and no compiler', async () => {
  const { load } = compileMessagesForBrowser();
  const watched: string[] = [];
  const file = join(import.meta.dirname, '../../messages/en/account-mails.ts');
  const code = await (load as (this: object, id: string) => Promise<string>).call(
    { addWatchFile: (path: string) => watched.push(path) },
    file,
  );
  expect(watched).toEqual([file]);
  expect(code.match(/^import .*/gm)).toEqual(["import { fromCompiled } from '#messages/compiled.ts';"]);
  const [, name, tree = ''] = /^export const accountMails = .* fromCompiled\("(.*?)", (.*)\);$/m.exec(code) ?? [];
  expect(tree).toContain('{"confirm-email":{"subject":"Confirm your email address for Stillhere"');
  expect(fromCompiled(name ?? '', JSON.parse(tree))).toEqual(accountMails);
});
