/** Adds the descriptions of fields.ts to the OpenAPI document, and the checks of inputs that a schema cannot show. */
import type { createDocument } from 'zod-openapi';
import { FIELDS } from './fields.ts';

type Document = ReturnType<typeof createDocument>;
type Node = Record<string, unknown>;

/** Zod writes this where a number has no limit. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** @returns a copy of the document with a description at each field and parameter that fields.ts names */
export function describeFields(document: Document): Document {
  const copy = structuredClone(document);
  for (const path of Object.values(copy.paths ?? {}))
    for (const operation of Object.values(path)) describeOperation(operation as Node);
  for (const schema of Object.values(copy.components?.schemas ?? {})) describeSchema(schema, false);
  return copy;
}

function describeOperation({ parameters, requestBody, responses }: Node): void {
  for (const parameter of (parameters ?? []) as Node[]) {
    const { name, in: place } = parameter as { name: string; in: string };
    const field = place === 'path' ? undefined : FIELDS[name];
    if (place === 'path') parameter.description ??= name === 'version' ? FIELDS.version?.text : 'A UUID.';
    if (field) parameter.description ??= descriptionOf(name, parameter.schema);
    parameter.schema = withInput(parameter.schema as Node, field?.input);
  }
  describeSchema(requestBody, true);
  describeSchema(responses, false);
}

/** Describes a part of the document and everything below it. */
function describeSchema(node: unknown, isInput: boolean): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties, ...rest } = node as { properties?: Record<string, Node> };
  tidy(node as Node);
  for (const [name, schema] of Object.entries(properties ?? {})) {
    describeSchema(schema, isInput);
    const field = FIELDS[name];
    if (!field || !properties) continue;
    const described = isInput ? withInput(schema, field.input) : schema;
    properties[name] = '$ref' in described ? described : { description: descriptionOf(name, schema), ...described };
  }
  for (const [key, inner] of Object.entries(rest)) if (!key.startsWith('example')) describeSchema(inner, isInput);
}

/** @returns the sentence of a field, with what each value means that it can have here */
function descriptionOf(name: string, schema: unknown): string {
  const { text = '', values = {} } = FIELDS[name] ?? {};
  const possible = enumsIn(schema);
  const meanings = Object.entries(values).filter(([value]) => possible.includes(value));
  if (meanings.length === 0) return text;
  return `${text} ${meanings.map(([value, meaning]) => `${value}: ${meaning}`).join('; ')}.`;
}

/** @returns the values of the enums in a schema, also of a nullable one and of a list */
export function enumsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: values = [], anyOf = [], items } = schema as { enum?: string[]; anyOf?: unknown[]; items?: unknown };
  return [...values, ...anyOf.flatMap(enumsIn), ...enumsIn(items)];
}

/** What is checked of an input replaces the pattern or union that reads it from text. */
function withInput(schema: Node, input: Readonly<Node> | undefined): Node {
  if (!input) return schema;
  if (!('type' in input)) return { ...schema, ...input };
  const { anyOf: _anyOf, ...rest } = schema;
  return { ...rest, ...input };
}

/** A format needs no pattern beside it. */
function tidy(schema: Node): void {
  if (typeof schema.format === 'string' && typeof schema.pattern === 'string') delete schema.pattern;
  if (schema.maximum === NO_LIMIT) delete schema.maximum;
  if (schema.minimum === -NO_LIMIT) delete schema.minimum;
}
