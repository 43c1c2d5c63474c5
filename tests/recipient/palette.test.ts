import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** OKLCH to sRGB, as the CSS Color specification has it, rounded to a hex colour. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channels = linear.map((value) => {
    const clipped = Math.min(1, Math.max(0, value));
    const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

test.each([
  ['the pages that are opened from a message', 'public/static-pages/base.css'],
  ['the same pages in the dark theme', 'public/static-pages/dark.css'],
  ['the page that opens a sealed item', 'public/static-pages/open-sealed.css'],
  ['the reference of the API', 'public/static-pages/reference.css'],
  ['the mails', 'services/mails/document.server.ts'],
  ['the page of a proxy', 'docs/maintenance.html'],
])('%s have the colours of the product, written as hex', async (_name, file) => {
  const tokens = await readFile('app/styles/tokens.css', 'utf8');
  const palette = [...tokens.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map((match) =>
    hexOf(Number(match[1]), Number(match[2]), Number(match[3])),
  );
  const used = new Set((await readFile(file, 'utf8')).match(/#[0-9a-f]{3,8}\b/g));
  const strangers = [...used].filter((colour) => !palette.includes(colour) && !['#000', '#fff'].includes(colour));
  expect(used.size).toBeGreaterThan(6);
  expect(strangers).toEqual([]);
});
