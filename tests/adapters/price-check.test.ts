import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { Books } from '#tests/harness/books.ts';
import { startPriceCheck } from '#worker/prices.ts';

test('a worker counts and logs wrong prices; without a payment provider it checks none', async () => {
  const [registry, lines] = [new Registry(), [] as string[]];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const books = new Books();
  books.wrongPrices.push('The price stillhere_plus_monthly is missing.');
  const [loop] = startPriceCheck(books, log, registry);
  await expect.poll(() => lines.length, { timeout: 15_000 }).toBe(1);
  await loop?.stop();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, wrong: books.wrongPrices });
  expect(await registry.metrics()).toContain('stillhere_prices_wrong 1');
  expect(startPriceCheck(null, log, registry)).toEqual([]);
});
