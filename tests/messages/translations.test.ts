/** The seven languages beside English: nothing is missing, and each text fits the values that it is given. */
import {
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import compile from 'icu-minify/compile';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/language.ts';
import { type TranslatedLanguage, textsIn } from '#messages/translations.ts';
import { readerTexts } from './reader-texts.ts';

const TRANSLATED = LANGUAGES.filter((language): language is TranslatedLanguage => language !== 'en');

/** Texts that are the same in English and another language, by reason. */
const SAME = [
  // Only values, and our name.
  /^(words\.(identified|introduces)|frame\.title|recipient-pages\.file\.name)$/,
  // French has the same word.
  /^recipient-pages\.opened\.pages$/,
];

let english: ReadonlyMap<string, string>;
beforeAll(async () => {
  english = await readerTexts();
});

/** Every argument and tag of a message, at any depth. */
function namesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (isTagElement(element)) return [`<${element.value}>`, ...namesIn(element.children)];
    const own = 'value' in element && element.type !== 0 ? [element.value] : [];
    if (!isPluralElement(element) && !isSelectElement(element)) return own;
    return [...own, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))];
  });
}

const namesOf = (text: string) => [...new Set(namesIn(parse(text)))].sort();

/** The categories of each plural of a message, without exact numbers such as =2. */
function pluralsIn(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (isTagElement(element)) return pluralsIn(element.children);
    if (!isPluralElement(element) && !isSelectElement(element)) return [];
    const inside = Object.values(element.options).flatMap(({ value }) => pluralsIn(value));
    const own = Object.keys(element.options).filter((name) => !name.startsWith('='));
    return isPluralElement(element) ? [own, ...inside] : inside;
  });
}

/** `many` is for millions in Romance languages; a person has not so many letters. */
function categoriesOf(language: TranslatedLanguage): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.filter((category) => category !== 'many' || ['pl', 'ar'].includes(language));
}

describe.each(TRANSLATED)('in %s', (language) => {
  const texts = textsIn(language);

  test('no text that recipients or contacts read is missing', () => {
    const missing = [...english.keys()].filter((id) => !texts.has(id));
    expect(missing, `add to messages/${language}: ${missing.join(', ')}`).toEqual([]);
  });

  test('each text is one that English has', () => {
    const unknown = [...texts.keys()].filter((id) => !english.has(id));
    expect(unknown, `messages/${language} has texts that nobody reads: ${unknown.join(', ')}`).toEqual([]);
  });

  test('each text can be compiled, and has the values and tags of the English one', () => {
    const different = [...texts].flatMap(([id, text]) => {
      compile(text);
      const [theirs, ours] = [namesOf(text), namesOf(english.get(id) ?? '')];
      return JSON.stringify(theirs) === JSON.stringify(ours) ? [] : [{ id, theirs, ours }];
    });
    expect(different).toEqual([]);
  });

  test('no text is the English one', () => {
    const same = [...texts].filter(([id, text]) => english.get(id) === text && !SAME.some((one) => one.test(id)));
    expect(same).toEqual([]);
  });

  test('each plural has the forms of the language', () => {
    const forms = categoriesOf(language);
    const incomplete = [...texts].flatMap(([id, text]) =>
      pluralsIn(parse(text))
        .filter((own) => !forms.every((form) => own.includes(form)))
        .map((own) => ({ id, own })),
    );
    expect(incomplete).toEqual([]);
  });
});

test('notices a text without a value, and a plural without a form', () => {
  expect(namesOf('{a, plural, one {<b>{c}</b>} other {#}} {d, select, x {{e}} other {}}')).toEqual([
    '<b>',
    'a',
    'c',
    'd',
    'e',
  ]);
  expect(pluralsIn(parse('{a, plural, one {x} =2 {y} other {z}}'))).toEqual([['one', 'other']]);
  expect(categoriesOf('ar')).toHaveLength(6);
  expect(categoriesOf('pl')).toEqual(expect.arrayContaining(['one', 'few', 'many', 'other']));
});
