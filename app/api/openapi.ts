/**
 * The OpenAPI document, derived from the operations.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { STATUS } from '#app/http/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { describeFields } from './describe-fields.ts';
import { EXAMPLES } from './examples.ts';
import { FIELDS } from './fields.ts';
import { type Operation, refusalsOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** Raise it when the contract with programs changes. */
const VERSION = '1.2.0';
const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';
const BYTES = 'application/octet-stream';
const TAGS: Readonly<Record<string, string>> = {
  auth: 'Sign-in',
  content: 'Contents',
  public: 'Gallery',
  delivery: 'Deliveries',
  emergency: 'Emergency protocol',
  subscription: 'Plans',
  user: 'Account',
  record: 'Record',
};

type Document = ReturnType<typeof createDocument>;
type Headers = NonNullable<ZodOpenApiResponseObject['headers']>;

/** @returns the heading of a call in the reference */
export function tagOf({ path }: Pick<Operation, 'path'>): string {
  const [, first = ''] = path.split('/');
  return TAGS[first] ?? first;
}

/**
 * @param appOrigin the public origin, such as https://stillhere.example
 * @returns the OpenAPI 3.1 document of all calls
 */
export function openApiDocument(appOrigin: string): Document {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of OPERATIONS) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = { ...path, [operation.method.toLowerCase()]: describe(operation) };
  }
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Stillhere',
      version: VERSION,
      summary: 'Letters that arrive when they should, and only then.',
      description: `For people: ${appOrigin}/api`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${appOrigin}/api` }],
    tags: [...new Set(OPERATIONS.map(tagOf))].map((name) => ({ name })),
    paths: paths as ZodOpenApiPathsObject,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The session_token of register or login, or a token of POST /user/tokens whose scope the call names: read, check-in or write. A token for write may do all three. A call that names session takes only a session_token.',
        },
      },
    },
  });
  return describeFields(document);
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { id, summary, notes, auth, scope, query, path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const params = Object.fromEntries(names.map((name) => [name, name === 'version' ? z.int().min(1) : z.uuid()]));
  return {
    operationId: id,
    summary,
    ...(notes ? { description: notes } : {}),
    tags: [tagOf(operation)],
    security: { token: [{ token: [scope] }], reader: [{}, { token: [scope] }], none: [] }[auth],
    requestParams: {
      ...(names.length > 0 ? { path: z.object(params) } : {}),
      ...(query ? { query } : {}),
      ...headersOf(operation),
    },
    ...bodyOf(operation),
    responses: responsesOf(operation),
  };
}

function headersOf({ takesKey, auth, refuses }: Operation) {
  const key = z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({ description: 'Such as a UUID. For 24 hours, a repeated call with the same key changes nothing.' });
  const range = z.string().optional().meta({ description: 'A range of bytes, such as bytes=0-1023.' });
  const match = z.string().optional().meta({ description: 'The ETag of the version that you read, such as "3".' });
  if (refuses.includes('changed-meanwhile')) return { header: z.object({ 'If-Match': match }) };
  if (takesKey) return { header: z.object({ 'Idempotency-Key': key }) };
  return auth === 'reader' ? { header: z.object({ Range: range }) } : {};
}

function bodyOf({ id, body, form, filePart, smallParts }: Operation): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (body) {
    const example = EXAMPLES[id]?.body;
    return { requestBody: { required: true, content: { [JSON_TYPE]: { schema: body, ...(example && { example }) } } } };
  }
  if (!form) return {};
  const file = z.string().meta({ description: 'The file itself.', override: { contentMediaType: BYTES } });
  const schema = form.extend({
    [filePart]: file,
    ...Object.fromEntries(smallParts.map((name) => [name, partSchema(name)])),
  });
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function partSchema(name: string) {
  const description = FIELDS[name]?.text;
  return z
    .string()
    .optional()
    .meta({ description, override: { contentMediaType: BYTES } });
}

function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const refusals = [...refusalsByStatus(operation)].map(([status, codes]) => [`${status}`, problem(status, codes)]);
  return { ...successesOf(operation), ...Object.fromEntries(refusals) };
}

/** @returns the codes of the refusals of a call, by their status */
function refusalsByStatus(operation: Operation): Map<number, ErrorCode[]> {
  return Map.groupBy(refusalsOf(operation), (code) => STATUS[code]);
}

function successesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { id, auth, answer, status, takesKey, query } = operation;
  if (auth === 'reader') return fileResponses(operation);
  if (!answer && status === 200) return { '200': linesResponse() };
  if (!answer) return { '204': { description: 'Done; no content.' } };
  const headers: Headers = {
    ...(query && 'cursor' in query.shape ? { Link: header('The next page, with rel="next".') } : {}),
    ...(takesKey
      ? { 'Idempotency-Replayed': header('true: this is the answer of the first call; nothing changed.') }
      : {}),
  };
  const example = EXAMPLES[id]?.answer;
  const content = { [JSON_TYPE]: { schema: answer, ...(example === undefined ? {} : { example }) } };
  return { [`${status}`]: { description: status === 201 ? 'Created.' : 'OK.', headers, content } };
}

function linesResponse(): ZodOpenApiResponseObject {
  const lines = z.string().meta({ description: 'A JSON object in each line.' });
  return { description: 'Lines of JSON.', content: { 'application/jsonl': { schema: lines } } };
}

function fileResponses({ path }: Operation): ZodOpenApiResponsesObject {
  const bytes = z.string().meta({ override: { contentMediaType: BYTES } });
  const content = { '*/*': { schema: bytes } };
  const headers = { ETag: header('Opaque; it changes with the bytes.') };
  const whole = {
    '200': { description: 'The whole file.', headers, content },
    '304': { description: 'Not modified: the ETag is the same.' },
  };
  if (!path.includes('{file_id}') || path.endsWith('/thumbnail')) return whole;
  return {
    ...whole,
    '206': { description: 'The requested range.', headers, content },
    '416': { description: 'Range not satisfiable.' },
  };
}

function problem(status: number, codes: ErrorCode[]): ZodOpenApiResponseObject {
  const headers: Headers = {
    ...(status === 401 ? { 'WWW-Authenticate': header('Bearer') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': header('Seconds to wait.') } : {}),
  };
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { properties: { status: { const: status }, code: { enum: codes } } },
    ],
  };
  return { description: codes.join(', '), headers, content: { [PROBLEM_TYPE]: { schema } } };
}

/** RFC 9457, with our codes, and the fields that are wrong. */
const PROBLEM = z
  .looseObject({
    type: z.string().meta({ description: 'Always about:blank; see `code`.' }),
    title: z.string().meta({ description: 'A short name of the code.' }),
    status: z.int().meta({ description: 'The HTTP status.' }),
    detail: z.string().meta({ description: 'A sentence for people.' }),
    code: z.enum(Object.keys(STATUS) as [ErrorCode, ...ErrorCode[]]).meta({ description: 'One of a closed list.' }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'The fields and parameters that are wrong, and why.' }),
    used: z.int().optional().meta({ description: 'quota-exceeded: bytes in use.' }),
    limit: z.int().optional().meta({ description: 'quota-exceeded: bytes of the plan.' }),
    needed: z.int().optional().meta({ description: 'quota-exceeded: bytes that this call needs.' }),
    plans: z
      .array(z.string())
      .optional()
      .meta({ description: 'plan-required, quota-exceeded: the plans that would allow it, the cheapest first.' }),
    retry_after: z.int().optional().meta({ description: 'too-many-requests: seconds to wait.' }),
  })
  .meta({ description: 'A refusal.' });

function header(description: string) {
  return { description, schema: { type: 'string' as const } };
}
