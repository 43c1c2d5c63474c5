/** The API for people who read: every call, what it takes and returns, how it refuses, and a command that makes it. */
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { STATUS } from '#app/http/errors.ts';
import type { Theme } from '#app/http/theme.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { apiReference as TEXTS } from '#messages/en/api-reference.ts';
import { problemTitles } from '#messages/en/request-refusals.ts';
import { currentLocale, say, sayRich } from '#messages/say.ts';
import { curlExample } from './curl-example.ts';
import { EXAMPLES } from './examples.ts';
import { openApiDocument, tagOf } from './openapi.ts';
import { type Operation, refusalsOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { Code, codeOf, Programs, Webhooks } from './reference-parts.tsx';
import { type Described, type Document, resolved, type Schema, typeName } from './reference-schema.ts';

/**
 * @param origin how people reach us
 * @param theme the theme that a browser chose; null where its system decides
 * @returns the whole page, as one file that browsers and proxies may cache
 */
export function referencePage(origin: string, theme: Theme | null): string {
  return `<!doctype html>${renderToStaticMarkup(<ReferencePage origin={origin} theme={theme} />)}`;
}

function ReferencePage({ origin, theme }: { origin: string; theme: Theme | null }) {
  return (
    <html lang={currentLocale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{say(TEXTS.title)}</title>
        <meta name="description" content={say(TEXTS.description)} />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/static-pages/reference.css" />
      </head>
      <body>
        <a className="skip" href="#main">
          {say(TEXTS.skip)}
        </a>
        <header>
          <p className="brand">
            <a href="/">
              St<b>i</b>llhere
            </a>
          </p>
          <a href="/api/openapi.json">{say(TEXTS.document)}</a>
        </header>
        <Reference origin={origin} />
      </body>
    </html>
  );
}

function Reference({ origin }: { origin: string }) {
  // The general type allows references everywhere; what our operations make has these parts in full.
  const document = openApiDocument(origin) as unknown as Document;
  const tags = [...new Set(OPERATIONS.map(tagOf))];
  return (
    <main id="main" className="sides">
      <div className="intro">
        <h1>{say(TEXTS.heading)}</h1>
        <Introduction address={`${origin}/api`} />
        <Programs address={`${origin}/api`} />
        <Webhooks />
      </div>
      <nav aria-label={say(TEXTS.calls)}>
        {tags.map((tag) => (
          <Contents key={tag} tag={tag} />
        ))}
      </nav>
      <div className="calls">
        {tags.map((tag) => (
          <section key={tag} aria-labelledby={anchor(tag)}>
            <h2 id={anchor(tag)}>{tag}</h2>
            {operationsOf(tag).map((operation) => (
              <Call key={operation.id} operation={operation} document={document} origin={origin} />
            ))}
          </section>
        ))}
        <Refusals />
      </div>
    </main>
  );
}

function Contents({ tag }: { tag: string }) {
  return (
    <>
      <h2>
        <a href={`#${anchor(tag)}`}>{tag}</a>
      </h2>
      <ul>
        {operationsOf(tag).map(({ id, summary }) => (
          <li key={id}>
            <a href={`#${id}`}>{summary}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Introduction({ address }: { address: string }) {
  const texts = TEXTS.introduction;
  const code = codeOf;
  const linkTo = (id: string) => (words: ReactNode) => <a href={`#${id}`}>{words}</a>;
  return (
    <>
      <p className="lead">{say(texts.lead)}</p>
      <p>{sayRich(texts.start, { address, code, register: linkTo('register'), login: linkTo('login') })}</p>
      <ul className="points">
        <li>{say(texts.json)}</li>
        <li>{sayRich(texts.lists, { code })}</li>
        <li>{sayRich(texts.keys, { code })}</li>
        <li>{say(texts.others)}</li>
        <li>{sayRich(texts.refusals, { code, refusals: linkTo('refusals') })}</li>
      </ul>
    </>
  );
}

interface CallProps {
  operation: Operation;
  document: Document;
  origin: string;
}

function Call({ operation, document, origin }: CallProps) {
  const { id, method, path, summary, notes, auth } = operation;
  const described = document.paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`${id} is not in the document.`);
  return (
    <article aria-labelledby={id}>
      <h3 id={id}>{summary}</h3>
      <p className="line">
        <b>{method}</b> <code>{`/api${path}`}</code>
      </p>
      {notes && <p>{notes}</p>}
      <p className="small">{say(TEXTS.call[auth])}</p>
      <CallRequest operation={operation} described={described} document={document} />
      <Code label={say(TEXTS.call.command, { summary })}>{curlExample(operation, origin)}</Code>
      <CallResponse operation={operation} described={described} document={document} />
      <p className="small">
        {say(TEXTS.call.refusals)}
        {refusalsOf(operation).map((code, index) => (
          <Fragment key={code}>
            {index > 0 && ', '}
            <a href="#refusals">{`${STATUS[code]} ${code}`}</a>
          </Fragment>
        ))}
      </p>
    </article>
  );
}

interface DescribedProps {
  operation: Operation;
  described: Described;
  document: Document;
}

/** What a call takes. */
function CallRequest({ operation, described: { parameters = [], requestBody }, document }: DescribedProps) {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return (
    <>
      <Table caption={say(TEXTS.table.parameters)}>
        {parameters.map((one) => (
          <Row
            key={`${one.in} ${one.name}`}
            {...{ name: one.name, schema: one.schema, document, place: one.in, text: one.description }}
            isRequired={one.required === true}
          />
        ))}
      </Table>
      {body && (
        <Table caption={say(operation.form ? TEXTS.table['form-fields'] : TEXTS.table.fields)}>
          {fieldRows(resolved(body, document), document)}
        </Table>
      )}
    </>
  );
}

/** What a call returns, with an example. */
function CallResponse({ operation: { id, status, answer }, described, document }: DescribedProps) {
  const schema = Object.values(described.responses[status]?.content ?? {})[0]?.schema;
  const example = EXAMPLES[id]?.answer;
  const items = schema?.type === 'array' ? schema.items : undefined;
  return (
    <>
      <h4>{say(answer || status === 200 ? TEXTS.call.answer : TEXTS.call['answer-empty'], { status: `${status}` })}</h4>
      {schema && answer && (
        <Table caption={say(items ? TEXTS.table['item-fields'] : TEXTS.table['answer-fields'])}>
          {fieldRows(resolved(items ?? schema, document), document)}
        </Table>
      )}
      {example !== undefined && (
        <details>
          <summary>{say(TEXTS.call.example)}</summary>
          <Code>{JSON.stringify(example, null, 2)}</Code>
        </details>
      )}
    </>
  );
}

function fieldRows({ properties = {}, required = [] }: Schema, document: Document): ReactNode[] {
  return Object.entries(properties).map(([name, schema]) => (
    <Row key={name} name={name} schema={schema} document={document} isRequired={required.includes(name)} />
  ));
}

interface RowProps {
  name: string;
  schema: Schema;
  document: Document;
  isRequired: boolean;
  /** Of a parameter: "path", "query" or "header". */
  place?: string;
  text?: string;
}

function Row({ name, schema, document, isRequired, place, text }: RowProps) {
  const kind = [place, typeName(schema, document), isRequired ? null : say(TEXTS.table.optional)].filter(Boolean);
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td>
        {text ?? schema.description ?? resolved(schema, document).description}
        <span className="kind">{kind.join(', ')}</span>
      </td>
    </tr>
  );
}

function Table({ caption, children }: { caption: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <table>
      <caption>{caption}</caption>
      <tbody>{children}</tbody>
    </table>
  );
}

function Refusals() {
  const code = (words: ReactNode) => <code>{words}</code>;
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">{say(TEXTS.refusals.heading)}</h2>
      <p>{sayRich(TEXTS.refusals.lead, { code })}</p>
      <Table caption={say(TEXTS.table.codes)}>
        {(Object.keys(STATUS) as ErrorCode[]).map((one) => (
          <tr key={one}>
            <th scope="row">
              <code>{one}</code>
            </th>
            <td>
              {say(problemTitles[one])}
              <span className="kind">{STATUS[one]}</span>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function operationsOf(tag: string): Operation[] {
  return OPERATIONS.filter((one) => tagOf(one) === tag);
}

function anchor(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}
