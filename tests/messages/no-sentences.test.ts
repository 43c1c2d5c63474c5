/** Sentences for people are in the catalogues of `messages`. What engineers, operators and providers read is where it is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const LAYERS = ['domain', 'app', 'services', 'adapters'];

/** Files with sentences that are not for people, by reason. */
const EXCEPTIONS = [
  // The reference of the API: its readers write programs.
  /^app\/api\/([a-z]+-operations|fields|[a-z]+-fields|webhook-examples|pages|openapi|examples|example-values)\.ts$/,
  // Reasons for who changes the list; nothing shows them.
  /^app\/middleware\/sensitive-verbs\.ts$/,
  // Answers to providers, and to those who pretend to be one.
  /^app\/routes\/webhooks\//,
  /^adapters\/(sendgrid|twilio|twilio-statuses|stripe\/events)\.ts$/,
  // What the command `stripe:setup` prints, and what is logged about prices.
  /^adapters\/stripe\/(prices|price-list)\.ts$/,
  // A script, the names of time zones, and those of fonts.
  /^app\/(next-pages\.ts|components\/time-zone-field\.tsx)$/,
  /^services\/mails\/document\.server\.ts$/,
  // What operators read in the log of a failure, or from a command.
  /^app\/server\.ts$/,
  /^services\/(backup|media)\//,
  /^services\/(thumbnails\/(thumbnail|jpeg-copy)-job|subscription\/hold-billing)\.ts$/,
];
const SQL_ALIAS = /^\S+ as \w+$/;
/** Names, and what no person reads. */
const ALLOWED = [
  ...['iCloud Keychain', 'Google Password Manager', 'Windows Hello', 'Samsung Pass', 'Proton Pass'],
  ...['Samsung Internet', 'llhere', 'GET, POST, PUT, DELETE'],
  // Reasons in the record of a delivery, for operators.
  ...['WhatsApp is not set up', 'SMS is not set up'],
  // Alarms in the log that several places write.
  'ALARM: the database had lost an attempt that its provider knows',
  'ALARM: too few synchronous standbys follow Postgres, so every change waits for one',
];

/**
 * @returns texts with a capital letter and two words, and every word between tags. Not what goes into a log, or into an
 *   error that is not an AppError: people do not see them.
 */
function sentencesIn(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: string[] = [];
  const forEngineers = new Set<ESTree.Node>();
  const add = (node: ESTree.Node, text: string) => {
    const isSentence = /\p{Lu}/u.test(text) && /\p{L}{2,},? \p{L}+/u.test(text) && !SQL_ALIAS.test(text);
    if (isSentence && !forEngineers.has(node)) found.push(text);
  };
  const leaveOut = (args: readonly ESTree.Node[]) => {
    for (const one of args) forEngineers.add(one);
  };
  new Visitor({
    NewExpression: ({ callee, arguments: args }) => {
      if (callee.type === 'Identifier' && !['AppError', 'Response'].includes(callee.name)) leaveOut(args);
    },
    CallExpression: ({ callee, arguments: args }) => {
      if (callee.type === 'Super' || isLog(callee)) leaveOut(args);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') add(node, node.value);
    },
    TemplateLiteral: (node) => add(node, node.quasis.map(({ value }) => value.cooked).join('')),
    JSXText: ({ value }) => {
      if (/\p{L}{3}/u.test(value)) found.push(value.trim());
    },
  }).visit(program);
  return found;
}

function isLog(callee: ESTree.Node): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return ['info', 'warn', 'error', 'fatal'].includes(callee.property.name);
}

test.each(LAYERS)('%s has no sentence for people', (layer) => {
  const files = readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${layer}/${name}`);
  expect(files.length).toBeGreaterThan(10);
  const found = files
    .filter((file) => !EXCEPTIONS.some((one) => one.test(file)))
    .flatMap((file) => sentencesIn(file, readFileSync(join(ROOT, file), 'utf8')).map((text) => [file, text]));
  expect(found.filter(([, text = '']) => !ALLOWED.includes(text))).toEqual([]);
});

test('notices a sentence in each kind of literal, and in no comment, log or error for engineers', () => {
  const source = [
    "/** It's a comment. */ const a = 'Please enter a title'; // Isn't this one, too?",
    `const b = \`A title can have \${TITLE_MAX} characters\`;`,
    "const c = [/^It's A/, 'ordinary words', 'Code', 'M3 1.5l9 5.5'];",
    "if (c) throw new AppError('conflict', 'This has changed.'); else throw new Error('This cannot be.');",
    'log.error({ code: 1 }, \'Not for people\'); const d = <p title="Of a paragraph">word</p>;',
  ];
  expect(sentencesIn('page.tsx', source.join('\n'))).toEqual([
    'Please enter a title',
    'A title can have  characters',
    'This has changed.',
    'Of a paragraph',
    'word',
  ]);
});
