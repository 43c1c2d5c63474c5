/** Mail programs show a mail in their own theme: each colour of the light theme needs one in the dark theme. */
import { expect, test } from 'vitest';
import { SAMPLES } from '#dev/mail-samples/samples.ts';

/** WCAG AA for text. */
const CONTRAST = 4.5;
/** Colours by property. */
type Colours = Record<string, string>;

function coloursOf(declarations: string): Colours {
  const found = declarations.matchAll(/([a-z-]+):[^;]*?(#[0-9a-f]{6})/g);
  return Object.fromEntries(
    Array.from(found, ([, property = '', colour = '']) => [property.replace(/^border.*/, 'border'), colour]),
  );
}

/** Each element of a mail with colours, in both themes. */
function coloured(markup: string): { element: string; light: Colours; dark: Colours }[] {
  const darkRules = /@media \(prefers-color-scheme: dark\) \{([\s\S]*?)\n\}/.exec(markup)?.[1] ?? '';
  const rules = new Map(
    Array.from(darkRules.matchAll(/\.(\w+) \{([^}]*)\}/g), ([, name = '', body = '']) => [name, coloursOf(body)]),
  );
  return Array.from(markup.matchAll(/<[a-z][^>]*style="([^"]*)"[^>]*>/g), ([element, style = '']) => {
    const classes = /class="([^"]*)"/.exec(element)?.[1]?.split(' ') ?? [];
    const dark = Object.assign({}, ...classes.map((name) => rules.get(name) ?? {}));
    return { element, light: coloursOf(style), dark };
  }).filter(({ light }) => Object.keys(light).length > 0);
}

/** @returns the relative luminance, from 0 to 1 */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test.each(Array.from(SAMPLES.keys()))('%s has enough contrast in both themes', (name) => {
  const all = coloured(SAMPLES.get(name)?.mail.html ?? '');
  expect(all.length).toBeGreaterThan(5);
  for (const { element, light, dark } of all)
    expect(Object.keys(dark).sort(), `in the dark theme: ${element}`).toEqual(
      expect.arrayContaining(Object.keys(light)),
    );
  for (const theme of ['light', 'dark'] as const) {
    const ground = all[0]?.[theme].background ?? '';
    for (const { element, [theme]: colours } of all) {
      if (!colours.color) continue;
      expect(contrast(colours.color, colours.background ?? ground), `${theme}: ${element}`).toBeGreaterThanOrEqual(
        CONTRAST,
      );
    }
  }
});
