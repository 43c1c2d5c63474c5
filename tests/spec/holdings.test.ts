/** The checker of lines and claims, with made-up ones. */
import { expect, test } from 'vitest';
import { faults, holdingsIn } from './holdings.ts';

const held = (...ids: string[]) => ids.map((id) => ({ id, file: 'a.test.ts' }));
const idsIn = (source: string) => holdingsIn('a.test.ts', source).map(({ id }) => id);

test('finds no fault when each line is held, by one test or several', () => {
  expect(faults(['S1-1', 'S1-2'], held('S1-2', 'S1-1', 'S1-2'))).toEqual([]);
});

test('names a line that no test holds', () => {
  expect(faults(['S1-1', 'S1-2'], held('S1-1'))).toEqual(['no test holds S1-2']);
});

test('names an id that a test holds and no line has, with its file', () => {
  expect(faults(['S1-1'], held('S1-1', 'S9-99'))).toEqual(['a.test.ts holds S9-99, which does not exist']);
});

test('names an id that two lines have', () => {
  expect(faults(['S1-1', 'S1-2', 'S1-1'], held('S1-1', 'S1-2'))).toEqual(['S1-1 is used twice']);
});

test.each([
  ['test', `test('any title', () => { holds('S1-1', "S1-2"); });`],
  ['it', `it('any title', async () => { holds('S1-1'); holds('S1-2'); }, 9000);`],
  ['describe', `describe('any title', () => { holds('S1-1', 'S1-2'); test('inside', () => {}); });`],
  ['each', `test.each([[1, 2]])('any %s', (one, two) => {\n  holds(\n    'S1-1',\n    'S1-2',\n  );\n});`],
  ['each with a template', "it.each`a\n1`('any title', ({ a }) => { holds('S1-1', 'S1-2'); });"],
])('reads the ids of %s, whatever its title', (_, source) => {
  expect(idsIn(source)).toEqual(['S1-1', 'S1-2']);
});

test('reads no ids from comments and strings', () => {
  expect(idsIn(`// holds('S1-1')\ntest('says holds("S1-2")', () => { const source = "holds('S1-3')"; });`)).toEqual([]);
});

test.each([
  ['before a test', `holds('S1-1');\ntest('any title', () => {});`, 'a.test.ts calls holds() outside a test'],
  ['after a test', `test('any title', () => {});\nholds('S1-1');`, 'a.test.ts calls holds() outside a test'],
  ['with a variable', `test('any title', () => { holds(id); });`, 'a.test.ts calls holds() with something else'],
])('refuses a call %s', (_, source, message) => {
  expect(() => idsIn(source)).toThrow(message);
});
