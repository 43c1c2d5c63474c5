/** The API for people who read: every call, what it takes and gives, how it refuses, and a command that makes it. */
import { curlExample, EXAMPLES } from '#app/api/examples.ts';
import { openApiDocument, tagOf } from '#app/api/openapi.ts';
import { type Operation, refusalsOf } from '#app/api/operation.ts';
import { OPERATIONS } from '#app/api/operations.ts';
import { STATUS } from '#app/http/errors.ts';
import { PROBLEM_TITLES } from '#app/http/problem.ts';
import type { Theme } from '#app/http/theme.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { type Html, html } from '#services/mails/html.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/**
 * @param origin how people reach us
 * @param theme the light that a browser asked for; null where its system decides
 * @returns the page, whole
 */
export function referencePage(origin: string, theme: Theme | null): string {
  const document = openApiDocument(origin) as unknown as Document;
  const tags = [...new Set(OPERATIONS.map(tagOf))];
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API · Stillhere</title>
<meta name="description" content="Every call of the Stillhere API, with an example of each.">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/plain/reference.css">
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header><p class="brand"><a href="/">St<b>i</b>llhere</a></p><a href="/api/openapi.json">OpenAPI document</a></header>
<main id="main" class="sides">
<div class="intro">
<h1>The API</h1>
${introduction(origin)}
</div>
<nav aria-label="Calls">${tags.map((tag) => contentsOf(tag))}</nav>
<div class="calls">
${tags.map(
  (tag) => html`<section aria-labelledby="${anchor(tag)}"><h2 id="${anchor(tag)}">${tag}</h2>
${OPERATIONS.filter((one) => tagOf(one) === tag).map((one) => callOf(one, document, origin))}</section>`,
)}
${refusals()}
</div>
</main>
</body>
</html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

function contentsOf(tag: string): Html {
  const calls = OPERATIONS.filter((one) => tagOf(one) === tag);
  return html`<h2><a href="#${anchor(tag)}">${tag}</a></h2>
<ul>${calls.map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>\n`)}</ul>`;
}

function introduction(origin: string): Html {
  return html`<p class="lead">Programs can do what the pages do.</p>
<p>Calls go to <code>${origin}/api</code>. <a href="#register">Open an account</a> or <a href="#login">sign in</a>; the answer has a <code>session_token</code>. Send it with every other call in the header <code>Authorization: Bearer</code>. The commands on this page read it from the shell variable <code>TOKEN</code>.</p>
<ul class="points">
<li>Bodies and answers are JSON, except files. Instants are ISO 8601; ids are UUIDs; 1 MB is 1,048,576 bytes.</li>
<li>Lists are arrays, newest first, at most 500 at once. While there are more, the header <code>Link</code> names the next page.</li>
<li>Calls that create or send something take an <code>Idempotency-Key</code>. For 24 hours, repeating the call with the same key changes nothing and gives the first answer again.</li>
<li>Other people’s ids answer 404, as ids that do not exist.</li>
<li>A refusal is <code>application/problem+json</code>. Its <code>code</code> is one of <a href="#refusals">a closed list</a>, its <code>detail</code> is a sentence for people, and <code>errors</code> lists the fields that are wrong. With a header <code>Retry-After</code>, wait that many seconds.</li>
</ul>`;
}

function callOf(operation: Operation, document: Document, origin: string): Html {
  const { id, method, path, summary, notes, answer, auth } = operation;
  const described = document.paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`${id} is not in the document.`);
  const { parameters = [], requestBody, responses } = described;
  const resolve = (schema: Schema) => resolved(schema, document);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const answers = Object.values(responses[operation.status]?.content ?? {})[0]?.schema;
  const example = EXAMPLES[id]?.answer;
  return html`<article aria-labelledby="${id}">
<h3 id="${id}">${summary}</h3>
<p class="line"><b>${method}</b> <code>/api${path}</code></p>
${notes ? html`<p>${notes}</p>` : null}
<p class="small">${WHO[auth]}</p>
${table(
  'Parameters',
  parameters.map((one) => row(one.name, one.schema, resolve, one.required === true, one.in, one.description)),
)}
${body ? table(operation.form ? 'Form fields' : 'Fields', fieldRows(resolve(body), resolve)) : null}
<pre tabindex="0" aria-label="Command: ${summary}"><code>${curlExample(operation, origin)}</code></pre>
<h4>Answer: ${operation.status}${answer || auth === 'reader' ? null : ', without a body'}</h4>
${answers && answer ? answerTable(answers, resolve) : null}
${example === undefined ? null : html`<details><summary>Example</summary><pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre></details>`}
<p class="small">Refusals: ${refusalsOf(operation).map((code, index) => html`${index > 0 ? ', ' : null}<a href="#refusals">${STATUS[code]} ${code}</a>`)}</p>
</article>
`;
}

const WHO = {
  token: 'Needs a token.',
  reader: 'Needs a token, unless the file is public.',
  none: 'Needs no token.',
} as const;

type Resolve = (schema: Schema) => Schema;

function answerTable(schema: Schema, resolve: Resolve): Html | null {
  const isList = schema.type === 'array' && schema.items;
  const shown = resolve(isList ? (schema.items as Schema) : schema);
  return table(isList ? 'Fields of each item' : 'Fields of the answer', fieldRows(shown, resolve));
}

function fieldRows({ properties = {}, required = [] }: Schema, resolve: Resolve): Html[] {
  return Object.entries(properties).map(([name, schema]) => row(name, schema, resolve, required.includes(name)));
}

function row(name: string, schema: Schema, resolve: Resolve, isRequired: boolean, place?: string, text?: string): Html {
  const kind = [place, typeOf(schema, resolve), isRequired ? null : 'optional'].filter(Boolean).join(', ');
  return html`<tr><th scope="row"><code>${name}</code></th><td>${text ?? schema.description ?? resolve(schema).description ?? null}<span class="kind">${kind}</span></td></tr>\n`;
}

function table(caption: string, rows: Html[]): Html | null {
  return rows.length === 0 ? null : html`<table><caption>${caption}</caption><tbody>${rows}</tbody></table>`;
}

/** A type in words that fit into a line. */
function typeOf(schema: Schema, resolve: Resolve): string {
  const { type, format, enum: choice, const: only, anyOf, items, properties } = resolve(schema);
  if (only !== undefined) return `${only}`;
  if (choice) return choice.join(' | ');
  if (anyOf) return [...new Set(anyOf.map((one) => typeOf(one, resolve)))].join(' | ');
  if (items) return `list of ${typeOf(items, resolve)}`;
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`;
  return format ?? [type ?? 'anything'].flat().join(' | ');
}

function resolved(schema: Schema, { components }: Document): Schema {
  return schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema;
}

function refusals(): Html {
  const codes = Object.keys(STATUS) as ErrorCode[];
  return html`<section aria-labelledby="refusals"><h2 id="refusals">Refusals</h2>
<p>All codes. An unknown address answers 404; a wrong method answers 405 with <code>Allow</code>.</p>
${table(
  'Codes',
  codes.map(
    (code) =>
      html`<tr><th scope="row"><code>${code}</code></th><td>${PROBLEM_TITLES[code]}<span class="kind">${STATUS[code]}</span></td></tr>\n`,
  ),
)}
</section>`;
}

function anchor(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}
