/** The texts of readers in their languages. Only what recipients and trusted contacts read is translated. */
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Language } from '#domain/language.ts';
import { arabic } from './ar/arabic.ts';
import type { Texts } from './catalogue.ts';
import { german } from './de/german.ts';
import { spanish } from './es/spanish.ts';
import { french } from './fr/french.ts';
import { italian } from './it/italian.ts';
import { polish } from './pl/polish.ts';
import { portuguese } from './pt/portuguese.ts';
import type { Translation } from './say.ts';

export type TranslatedLanguage = Exclude<Language, 'en'>;

/** The catalogues of a language by their English names. */
export type Catalogues = Readonly<Record<string, Texts>>;

const LANGUAGES: Record<TranslatedLanguage, Catalogues> = {
  pt: portuguese,
  es: spanish,
  fr: french,
  de: german,
  it: italian,
  pl: polish,
  ar: arabic,
};

const sources = new Map<TranslatedLanguage, ReadonlyMap<string, string>>();
const translations = new Map<TranslatedLanguage, Translation>();

/** @returns the texts of a language by the ids of the English ones, in ICU MessageFormat */
export function textsIn(language: TranslatedLanguage): ReadonlyMap<string, string> {
  const texts = sources.get(language) ?? new Map(Object.entries(LANGUAGES[language]).flatMap(flat));
  sources.set(language, texts);
  return texts;
}

/** @returns the messages of a language. Each is compiled when it is first said. */
export function translationIn(language: TranslatedLanguage): Translation {
  const translation = translations.get(language) ?? compiledWhenSaid(textsIn(language));
  translations.set(language, translation);
  return translation;
}

function compiledWhenSaid(texts: ReadonlyMap<string, string>): Translation {
  const compiled = new Map<string, CompiledMessage>();
  return (id) => {
    const text = texts.get(id);
    if (text === undefined) return undefined;
    const message = compiled.get(id) ?? compile(text);
    compiled.set(id, message);
    return message;
  };
}

function flat([id, part]: [string, string | Texts | readonly string[]]): [string, string][] {
  if (typeof part === 'string') return [[id, part]];
  return Object.entries(part).flatMap(([key, one]) => flat([`${id}.${key}`, one]));
}
