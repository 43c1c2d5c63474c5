/** The pages that are opened from a message, as a phone of 2015 reads them: Chrome 44, Safari 9. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Only where the words and their order do not depend on them: a phone that does not know one leaves it out. */
const NICETIES = [
  ...['text-size-adjust', 'text-underline-offset', 'text-decoration-color', 'text-wrap', 'overflow-wrap'],
  ...['hanging-punctuation', 'vector-effect', 'appearance', 'color-scheme'],
];

const sheets = await Promise.all(
  ['base', 'rtl', 'dark'].map((name) => readFile(`public/static-pages/${name}.css`, 'utf8')),
);
const css = sheets.join('').replace(/\/\*[\s\S]*?\*\//g, '');
const declarations = [...css.matchAll(/^\s*([a-z-]+):\s*([^;{}]+);/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}));
const needed = declarations.filter(({ name }) => !NICETIES.includes(name.replace(/^-webkit-/, '')));

test('static pages are readable without the CSS that a phone of 2015 lacks', () => {
  expect(needed.length).toBeGreaterThan(100);
  for (const { name, value } of needed) {
    expect(`${name}: ${value}`).not.toMatch(
      /\b(var|calc|min|max|clamp|oklch|light-dark|color-mix|env)\(|\bd[lsv]?v[hw]\b/,
    );
    expect(name).not.toMatch(/^(--|gap|grid|flex|inset|place|aspect|accent|\w+-(inline|block)\b)/);
    if (name === 'display') expect(['block', 'inline-block', 'none']).toContain(value);
  }
  expect(css).not.toMatch(/@(supports|layer|container|property)|:(has|is|where|focus-visible|not)\b|&/);
});

test('media queries have the form that a phone of 2015 understands', () => {
  for (const [, question = ''] of css.matchAll(/@media ([^{]+)\{/g)) expect(question).not.toMatch(/[<>]|dvw/);
});

test('each font family ends with one that every phone has', () => {
  const faces = css.replace(/@font-face \{[^}]*\}/g, '');
  const families = [...faces.matchAll(/font:([^;]+);/g)].map(([, value = '']) => value.trim());
  const stacks = families.filter((value) => value !== 'inherit');
  expect(stacks.length).toBeGreaterThan(5);
  for (const stack of stacks) expect(stack).toMatch(/\b(sans-)?serif$/);
});
