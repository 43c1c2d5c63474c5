import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Letter } from '#app/components/content/letter.tsx';
import { paragraphsOf } from '#domain/content/letter-paragraphs.ts';

const set = (text: string) =>
  renderToStaticMarkup(<Letter text={text} />).replace(/^<div class="letter">(.*)<\/div>$/s, '$1');

test('blank lines part paragraphs; greeting and closing stand by themselves', () => {
  const markup = set(
    'Dear Ana,\n\nYou are four, and asleep in the next room with one sock on. You will not remember tonight.\n\n\n  \nWith all of it,\nMamã\n',
  );
  expect(markup).toBe(
    [
      '<p class="open" dir="auto">Dear Ana,</p>',
      '<p dir="auto">You are four, and asleep in the next room with one sock on. You will not remember tonight.</p>',
      '<p class="close" dir="auto">With all of it,<br/>Mamã</p>',
    ].join(''),
  );
});

test('line breaks of its own stay, and such a paragraph is not indented', () => {
  expect(set('The lists, which neither of us would give up for six whole months:\r\n- Beatriz\r\n- Leonor')).toBe(
    '<p class="lines" dir="auto">The lists, which neither of us would give up for six whole months:<br/>- Beatriz<br/>- Leonor</p>',
  );
});

test('one line alone is neither greeting nor closing', () => {
  expect(set('I am still here.')).toBe('<p dir="auto">I am still here.</p>');
});

test('spaces at the beginning of a line stay as they were typed', () => {
  expect(set('one\n  two')).toContain('one<br/>  two');
});

test('markup in a letter is text', () => {
  expect(set('<script>alert(1)</script>\n<b>&amp;</b>')).toBe(
    '<p class="lines" dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;<br/>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>',
  );
});

// A pass that began again at each character would take hours.
test('a letter of 1 MB, also one of nothing but line breaks, is parted in one pass', () => {
  expect(paragraphsOf('\n \n'.repeat(349_525))).toEqual([]);
  expect(paragraphsOf('a\n'.repeat(524_288))[0]?.lines).toHaveLength(524_288);
  expect(paragraphsOf('word '.repeat(209_715))).toHaveLength(1);
  expect(paragraphsOf(`${' '.repeat(1_048_575)}x`)).toHaveLength(1);
  expect(paragraphsOf(' \n'.repeat(524_287))).toEqual([]);
});

test('a letter of very many lines keeps each', () => {
  expect(set('a\n'.repeat(5_000)).match(/<br\/>/g)).toHaveLength(4_999);
});
