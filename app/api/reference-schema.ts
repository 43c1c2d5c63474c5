/** The parts of the OpenAPI document that the reference page shows. */
import { apiReference } from '#messages/en/api-reference.ts';
import { say } from '#messages/say.ts';

export interface Schema {
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
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** @returns the schema, or the named one that it refers to */
export function resolved(schema: Schema, { components }: Document): Schema {
  return schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema;
}

/** @returns a type in words that fit into a line: "list of uuid", "sent | failed" */
export function typeName(schema: Schema, document: Document): string {
  const { type, format, enum: choice, const: only, anyOf, items, properties } = resolved(schema, document);
  if (only !== undefined) return `${only}`;
  if (choice) return choice.join(' | ');
  if (anyOf) return [...new Set(anyOf.map((one) => typeName(one, document)))].join(' | ');
  if (items) return say(apiReference.table.list, { type: typeName(items, document) });
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`;
  return format ?? [type ?? say(apiReference.table.anything)].flat().join(' | ');
}
