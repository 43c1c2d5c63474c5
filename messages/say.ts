import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import { keptNew } from '#domain/kept.ts';
import type { Language } from '#domain/language.ts';
import type { Message } from './catalogue.ts';

interface ArgumentTypes {
  ICUArgument: string | number;
  ICUNumberArgument: number;
  ICUDateArgument: never;
}
type TagsOf<Text> = Text extends `${string}</${infer Tag}>${infer Rest}` ? Tag | TagsOf<Rest> : never;
type Tags<Text> = { [Tag in Exclude<TagsOf<Text>, 'hidden'>]: (children: ReactNode[]) => ReactNode };
type ValuesOf<Text extends string> = GetICUArgs<Text, ArgumentTypes>;
/** Nothing for a message without arguments, one object for any other. */
type Values<All> = keyof All extends never ? [] : [values: All];

/** The languages of a process, as BCP 47 names them. `en-XA` is made from English, for tests: see pseudo.ts. */
export const LOCALES = ['en', 'en-XA'] as const;
export type Locale = (typeof LOCALES)[number] | Language;
/** Finds a message of one language by its id; undefined where the language lacks it, and then it is said in English. */
export type Translation = (id: string) => CompiledMessage | undefined;

/** A language with its messages. */
export interface Spoken {
  locale: Locale;
  translation: Translation;
}

let ofProcess: Spoken = { locale: 'en', translation: () => undefined };
let ofReader: () => Spoken | undefined = () => undefined;

/** Chooses the language in which this process, or this page in a browser, says its messages. English until then. */
export function chooseLocale(locale: Locale, translation: Translation): void {
  ofProcess = { locale, translation };
}

/** @param find the language of the reader for whom the server writes at this moment; undefined for the language of the process */
export function askReader(find: () => Spoken | undefined): void {
  ofReader = find;
}

function spoken(): Spoken {
  return ofReader() ?? ofProcess;
}

/** @returns the language in which messages are said now */
export function currentLocale(): Locale {
  return spoken().locale;
}

/** @returns the message in the chosen language; undefined where it is said in English */
export function translationOf(id: string): CompiledMessage | undefined {
  return spoken().translation(id);
}

/** @returns the message as text, with numbers and plurals as the language writes them. A date comes as text, with its zone. */
export function say<Text extends string>(
  message: TagsOf<Text> extends never ? Message<Text> : never,
  ...[values]: Values<ValuesOf<Text>>
): string {
  return sayChosen(message, values as FormatValues<string>);
}

/**
 * `say` for a message that is chosen while the program runs, so the compiler cannot compare its arguments: the caller has.
 * @param message of a code, without tags
 */
export function sayChosen(message: Message, values?: FormatValues<string>): string {
  return format<string>(compiledOf(message), formatLocale(), values, FORMATTING) as string;
}

/** A catalogue, or a part of it, in which each message without arguments has become text. */
export type Said<Tree> =
  Tree extends Message<infer Text>
    ? keyof ValuesOf<Text> | TagsOf<Text> extends never
      ? string
      : never
    : { [Key in keyof Tree]: Said<Tree[Key]> };

/** Says all messages of a group at once; none of them may have arguments. */
export function sayAll<Tree extends object>(tree: Tree): Said<Tree> {
  if (isMessage(tree)) return say(tree) as Said<Tree>;
  if (Array.isArray(tree)) return tree.map((one) => sayAll(one)) as Said<Tree>;
  return Object.fromEntries(Object.entries(tree).map(([key, one]) => [key, sayAll(one)])) as Said<Tree>;
}

/**
 * A message with markup: `Read <link>the letter</link>`. What is in `<hidden>` is for screen readers only, such as the name
 * of the file that a button is about.
 * @param values also what each tag becomes, given its children; a tag within it is an element without a key
 */
export function sayRich<Text extends string>(
  message: Message<Text>,
  ...[values]: Values<ValuesOf<Text> & Tags<Text>>
): ReactNode {
  const all = { hidden, ...values } as FormatValues<ReactNode>;
  const parts = format<ReactNode>(compiledOf(message), formatLocale(), all, FORMATTING);
  // As arguments of a fragment the parts need no keys.
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
}

function hidden(children: ReactNode[]): ReactNode {
  return createElement('span', { className: 'vh' }, ...children);
}

function isMessage(tree: object): tree is Message<''> {
  return 'compiled' in tree;
}

function compiledOf({ id, compiled }: Message): CompiledMessage {
  return spoken().translation(id) ?? compiled;
}

/** English is British here: 24 hours, the day before the month. Arabic has the digits that links and phone numbers have. */
const FORMATS: Partial<Record<Locale, string>> = { en: 'en-GB', pt: 'pt-PT', ar: 'ar-u-nu-latn' };

/** @returns the BCP 47 tag for Intl */
export function formatLocale(): string {
  const locale = currentLocale();
  return FORMATS[locale] ?? locale;
}

const FORMATTING = {
  formatters: {
    getNumberFormat: keptNew(Intl.NumberFormat),
    getPluralRules: keptNew(Intl.PluralRules),
    // Dates come as text, with their zone; a message with a date does not type-check.
    getDateTimeFormat: keptNew(Intl.DateTimeFormat),
  },
};
