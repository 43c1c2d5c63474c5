import { expect, test } from 'vitest';
import { DOCUMENTS, type Document, withoutFences } from './documents.ts';

const MOST_WORDS = 80;

/** @returns each paragraph, list item and table cell */
function paragraphsOf(document: Document): string[] {
  return withoutFences(document)
    .split(/\n\s*\n|\n(?=\s*(?:[-*>|]|\d+\.) ?)/)
    .flatMap((block) => (block.trimStart().startsWith('|') ? block.split(/(?<!\\)\|/) : [block]));
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

test.each(DOCUMENTS)(`$path has no paragraph of more than ${MOST_WORDS} words`, (document) => {
  const tooLong = paragraphsOf(document).filter((one) => wordsOf(one) > MOST_WORDS);
  expect(tooLong.map((one) => `${wordsOf(one)} words: ${one.trim().slice(0, 60)}`)).toEqual([]);
});
