/** Which tests hold which line of the specification or claim of the landing page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** One id that a test names. */
export interface Holding {
  id: string;
  /** Relative to tests/. */
  file: string;
}

const TESTS = resolve(import.meta.dirname, '..');

/** @returns what all files under tests/ hold that import `holds` */
export function allHoldings(): Holding[] {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((file) => {
    const source = readFileSync(join(TESTS, file), 'utf8');
    return source.includes("/holds.ts'") ? holdingsIn(file, source) : [];
  });
}

/**
 * @returns the ids in the `holds(...)` calls of a source
 * @throws Error when the source does not parse, a call is outside a test, or an id is not a string literal
 */
export function holdingsIn(file: string, source: string): Holding[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: Holding[] = [];
  let enclosingTests = 0;
  new Visitor({
    CallExpression(call) {
      if (isTest(call.callee)) enclosingTests += 1;
      if (call.callee.type !== 'Identifier' || call.callee.name !== 'holds') return;
      if (enclosingTests === 0) throw new Error(`${file} calls holds() outside a test`);
      found.push(...call.arguments.map((argument) => ({ id: literal(file, argument), file })));
    },
    'CallExpression:exit'(call) {
      if (isTest(call.callee)) enclosingTests -= 1;
    },
  }).visit(program);
  return found;
}

/** @returns one sentence for each id that two lines have, that no line has, or that no test holds */
export function faults(ids: readonly string[], holdings: readonly Holding[]): string[] {
  const known = new Set(ids);
  const held = new Set(holdings.map(({ id }) => id));
  return [
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} is used twice`),
    ...holdings.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file} holds ${id}, which does not exist`),
    ...[...known].filter((id) => !held.has(id)).map((id) => `no test holds ${id}`),
  ];
}

/** @returns whether the call is `test`, `it` or `describe`, also as in `test.each(rows)` */
function isTest(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(callee.name);
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  if (callee.type === 'TaggedTemplateExpression') return isTest(callee.tag);
  return callee.type === 'CallExpression' && isTest(callee.callee);
}

function literal(file: string, argument: ESTree.Node): string {
  if (argument.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  throw new Error(`${file} calls holds() with something else than string literals`);
}
