/** Sentences for people are in the catalogues of `messages`; `domain` gives codes and values. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const DOMAIN = resolve(import.meta.dirname, '../../domain');
/** A name and a unit that are the same in every language. */
const ALLOWED = ['Samsung Internet', ' MB'];

/** @returns the texts with a capital letter and a blank, outside comments, regular expressions and inserted values */
function sentencesIn(source: string): string[] {
  const parts = source.matchAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|(?<=[=(,:[]\s*)\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+\/|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
  );
  const literals = Array.from(parts, ([part]) => part).filter((part) => /^['`]/.test(part));
  const texts = literals.map((literal) => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, ''));
  return texts.filter((text) => /\p{Lu}/u.test(text) && text.includes(' '));
}

test('domain has no sentence', () => {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => sentencesIn(readFileSync(join(DOMAIN, file), 'utf8')));
  expect(found.filter((text) => !ALLOWED.includes(text))).toEqual([]);
});

test('notices a sentence in each kind of literal, and in no comment', () => {
  const source = [
    "/** It's a comment. */ const a = 'Please enter a title'; // Isn't this one, too?",
    `const b = \`A title can have \${TITLE_MAX} characters\`;`,
    "const c = [/^It's A/, 'ordinary words', 'Code'];",
  ];
  expect(sentencesIn(source.join('\n'))).toEqual(['Please enter a title', 'A title can have  characters']);
});
