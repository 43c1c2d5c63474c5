import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { englishTexts } from './catalogue.ts';

const PLAIN = 'AEIOUYaeiouyCcNnSsZz';
const made = new Map<string, CompiledMessage>();
const ACCENTED = 'ÀÉÎÖÛÝàéîöûýÇçÑñŠšŽž';

/**
 * A language for tests: each English message with accents, a third longer, between brackets. What is not in a catalogue
 * keeps its plain letters, and what has no room for a longer language breaks.
 */
export function pseudoTranslation(id: string): CompiledMessage | undefined {
  const text = englishTexts.get(id);
  if (text === undefined) return undefined;
  const compiled = made.get(id) ?? compile(pseudo(text));
  made.set(id, compiled);
  return compiled;
}

/** @returns the same ICU message in the pseudo-language */
export function pseudo(text: string): string {
  return `[${printAST(parse(text).map(inPseudo))}${longer(text.length / 3)}]`;
}

/** A longer language has more words, not one that is longer than a line. */
function longer(length: number): string {
  return '~'.repeat(Math.ceil(length)).replace(/~{7}(?=~)/g, '~~~~~~~ ');
}

function inPseudo(element: MessageFormatElement): MessageFormatElement {
  if (isLiteralElement(element)) return { ...element, value: accented(element.value) };
  if (isTagElement(element)) return { ...element, children: element.children.map(inPseudo) };
  if (isPluralElement(element) || isSelectElement(element)) {
    const options = Object.entries(element.options).map(([name, { value }]) => [name, { value: value.map(inPseudo) }]);
    return { ...element, options: Object.fromEntries(options) };
  }
  return element;
}

function accented(text: string): string {
  return Array.from(text, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}
