import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginnings, claims } from '#app/landing/words.ts';
import { startWeb, type Web } from '#tests/http/web.ts';

let web: Web;
let page: string;
beforeAll(async () => {
  web = await startWeb();
  page = plain(await (await web.visitor().get('/')).text());
});
afterAll(() => web?.stop());

/** The page without what React leaves between words, and with its signs as they are read. */
function plain(markup: string): string {
  return markup.replace(/<!-- -->/g, '').replace(/&#x27;/g, "'");
}
const wordsIn = (pattern: RegExp) =>
  [...page.matchAll(pattern)].map(([, words = '']) => words.replace(/<[^>]*>/g, ' ').trim());

test('has its six features, its four use cases and its ways to go', () => {
  const [, features = ''] = /<dl class="body feats">(.*?)<\/dl>/s.exec(page) ?? [];
  expect([...features.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name]) => name)).toEqual([
    'Time Capsule',
    'Digital Will',
    'Emergency Protocol',
    'Scheduled Delivery',
    'Secure Storage',
    'Memory Vault',
  ]);
  expect(wordsIn(/<li class="frag sheet">.*?<h3>(.*?)<\/h3>/gs)).toHaveLength(4);
  expect(page).toMatch(
    /<section class="hero wrap">.*?<a class="btn btn-primary btn-big" href="\/auth\?mode=sign-up"[^>]*>Start Free/s,
  );
  expect(page).toMatch(/<footer class="foot">.*Shared.*Pricing.*Security/s);
});

test('says beside “End-to-end encryption” for which items it is true', () => {
  expect(page).toMatch(/<dt>End-to-end encryption<\/dt><dd>For the items you seal\./);
  expect(page).not.toContain('Coming');
});

test('says nothing at length that is not among its claims, or a letter that could be', () => {
  const known = [...claims(), ...beginnings().flatMap(({ words, by }) => [words, by])];
  for (const sentence of known) expect(page).toContain(sentence);
  const [, main = ''] = /<main id="main">(.*)<\/main>/s.exec(page) ?? [];
  const said = [...main.matchAll(/<(p|dd|li)\b[^>]*>([^<]+)<\/\1>/g)].map(([, , words = '']) => words);
  expect(said.filter((words) => !known.includes(words))).toEqual([
    'Six things, each of them quiet until it’s needed.',
    'You’re trusting us with the things that matter most. So, without small print:',
    'It doesn’t have to be long. Most of the good ones aren’t.',
  ]);
});
