/** The front page claims nothing that no test holds. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { claims, productClaims } from '#app/landing/words.ts';
import { freeRoom, priceLines } from '#app/plans/pricing-words.ts';
import { allHoldings, faults } from '#tests/spec/holdings.ts';
import { holds } from '#tests/spec/holds.ts';

const HEADING = '## What the front page claims';

/** The rows of the table in docs/security.md: an id and a sentence. */
async function table(): Promise<{ id: string; sentence: string }[]> {
  const section = (await readFile('docs/security.md', 'utf8')).split(HEADING)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| (C-\d+) \| (.+) \|$/gm)].map(([, id = '', sentence = '']) => ({ id, sentence }));
}

test('each sentence has a line in docs/security.md, and no line is left of one that is gone', async () => {
  holds('S1-7');
  expect((await table()).map(({ sentence }) => sentence).sort()).toEqual(claims().sort());
});

test('each sentence has an id of its own and a test that holds it', async () => {
  holds('S1-7');
  const ids = (await table()).map(({ id }) => id);
  const holdings = allHoldings().filter(({ id }) => id.startsWith('C-'));
  expect(faults(ids, holdings)).toEqual([]);
});

test('says of which items end-to-end encryption is true, and what it does not stop', async () => {
  holds('S1-7');
  const endToEnd = productClaims().find(({ name }) => name === 'End-to-end encryption');
  expect(endToEnd?.words).toMatch(/^For the items you seal\./);
  const [, sealed = ''] = (await readFile('docs/security.md', 'utf8')).split('\n## Sealed items');
  for (const limit of ['Us together with one sheet', 'False script from us', 'Loss', 'What was open before'])
    expect(sealed).toContain(`- **${limit}`);
});

test('the prices are those of the plans, and each line says what it adds', () => {
  expect(freeRoom()).toBe('50 MB');
  expect(priceLines().map((line) => Object.values(line))).toEqual([
    ['Free', '$0', '$0', 'Keep 50 MB in your vault'],
    ['Plus', '$5', '$50', '3 GB, delivery by email, delivery by WhatsApp and the emergency protocol'],
    ['Premium', '$10', '$100', '10 GB, all of that and public sharing'],
  ]);
});
