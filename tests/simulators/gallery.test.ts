import { expect, test } from 'vitest';
import { GROUPS, SAMPLES } from '#dev/mail-samples/samples.ts';
import { simulator } from './stand.ts';

const page = async (url: string) => (await fetch(url)).text();
const unescaped = (markup: string) =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('the inbox links to the gallery, which lists every mail', async () => {
  const { origin } = await simulator({ gallery: GROUPS });
  expect(await page(origin)).toContain('<a href="/gallery">');
  const all = await page(`${origin}/gallery`);
  for (const [name, { mail }] of SAMPLES) {
    expect(all).toContain(`<a class="mail" href="/gallery/${name}">`);
    expect(unescaped(all)).toContain(mail.subject);
  }
});

test('shows each mail in the light theme, in the dark theme and as text', async () => {
  const { origin } = await simulator({ gallery: GROUPS });
  const bodyOf = (markup = '') => markup.slice(markup.indexOf('<body'));
  for (const [name, { mail }] of SAMPLES) {
    const open = await page(`${origin}/gallery/${name}?width=desktop`);
    const frames = open.matchAll(/<iframe [^>]*sandbox="allow-same-origin" srcdoc="([^"]*)"/g);
    const [light, dark, ...others] = Array.from(frames, ([, sheet = '']) => unescaped(sheet));
    expect(others).toEqual([]);
    expect(light).toMatch(/color-scheme: light;[\s\S]*@media not all \{/);
    expect(dark).toMatch(/color-scheme: dark;[\s\S]*@media all \{/);
    expect([bodyOf(light), bodyOf(dark)]).toEqual([bodyOf(mail.html), bodyOf(mail.html)]);
    expect(unescaped(open)).toContain(mail.text);
  }
});

test('answers 404 for an unknown mail', async () => {
  const { origin } = await simulator({ gallery: GROUPS });
  expect((await fetch(`${origin}/gallery/spring-sale`)).status).toBe(404);
});
