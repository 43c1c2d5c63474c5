/** Puts words to the fields of a document, and what is checked of them beyond what their schemas show. */
import type { createDocument } from 'zod-openapi';
import { FIELDS } from './fields.ts';

type Document = ReturnType<typeof createDocument>;
type Node = Record<string, unknown>;

/** As large as a number can be told from its neighbour: it is no limit of ours. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** @returns the same document, with a description at each field and parameter that fields.ts knows */
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
    if (place === 'path') parameter.description ??= 'A UUID.';
    if (field) parameter.description ??= field.text;
    parameter.schema = overlaid(parameter.schema as Node, field?.input);
  }
  describeSchema(requestBody, true);
  describeSchema(responses, false);
}

/** Goes through whatever lies in a part of the document. */
function describeSchema(node: unknown, isInput: boolean): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties, ...rest } = node as { properties?: Record<string, Node> };
  tidy(node as Node);
  for (const [name, schema] of Object.entries(properties ?? {})) {
    describeSchema(schema, isInput);
    const field = FIELDS[name];
    if (!field || !properties) continue;
    const told = isInput ? overlaid(schema, field.input) : schema;
    properties[name] = '$ref' in told ? told : { description: field.text, ...told };
  }
  for (const [key, inner] of Object.entries(rest)) if (!key.startsWith('example')) describeSchema(inner, isInput);
}

/** A rule of the field stands in place of the pattern or the union that reads it from text. */
function overlaid(schema: Node, input: Readonly<Node> | undefined): Node {
  if (!input) return schema;
  if (!('type' in input)) return { ...schema, ...input };
  const { anyOf: _anyOf, ...rest } = schema;
  return { ...rest, ...input };
}

/** A format says it: the pattern behind it is for machines that have none. */
function tidy(schema: Node): void {
  if (typeof schema.format === 'string' && typeof schema.pattern === 'string') delete schema.pattern;
  if (schema.maximum === NO_LIMIT) delete schema.maximum;
  if (schema.minimum === -NO_LIMIT) delete schema.minimum;
}
