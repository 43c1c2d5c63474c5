import { expect, test } from 'vitest';
import { allHoldings, faults } from './holdings.ts';
import { LINE_IDS } from './lines/lines.ts';

test('each line of the specification has an id of its own and a test that holds it', () => {
  const holdings = allHoldings().filter(({ id }) => !id.startsWith('C-'));
  expect(faults(LINE_IDS, holdings)).toEqual([]);
});
