/** Compares answers with the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '#app/api/openapi.ts';
import type { Operation } from '#app/api/operation.ts';

type Node = Record<string, unknown>;

/** Its own type allows references everywhere; what our operations make has these parts in full. */
export const DOCUMENT = openApiDocument('https://stillhere.example') as unknown as {
  paths: Record<string, Record<string, Node>>;
  components: { schemas: Record<string, Node> };
};

const FORMATS = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  uri: /^https?:\/\/\S+$/,
  email: /^[^@\s]+@[^@\s]+$/,
  'date-time': /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
};
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
ajv.addSchema({ ...DOCUMENT, $id: 'api' });
const compiled = new Map<unknown, ValidateFunction>();

/** @returns the description of a call in the document */
export function described({ path, method }: Pick<Operation, 'path' | 'method'>): Node {
  const found = DOCUMENT.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`The document has no ${method} ${path}.`);
  return found;
}

/** @returns what is wrong with a value, in words; empty if it matches the schema */
export function faults(schema: unknown, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(withOwnReferences(schema));
  compiled.set(schema, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`);
}

/** @returns how an answer differs from the document, in words; empty if it does not */
export function broken(operation: Operation, status: number, type: string | null, body: unknown): string[] {
  const answer = (described(operation).responses as Record<string, Node>)[status];
  if (!answer) return [`${status} is not among its answers`];
  const content = answer.content as Record<string, { schema: unknown }> | undefined;
  if (!content) return body === null ? [] : ['there is a body'];
  if ('*/*' in content) return [];
  const media = content[(type ?? '').split(';')[0] ?? ''];
  return media ? faults(media.schema, body) : [`${type} is not among its types`];
}

/** Resolves the references of a part in the whole document. */
function withOwnReferences(schema: unknown): Node {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as Node;
}
