/**
 * The OpenAPI document, drawn from the registry of operations.
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
import { refusalsByStatus } from './answers.ts';
import { describeFields } from './describe-fields.ts';
import { EXAMPLES } from './examples.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** Raised when what programs can rely on changes. */
const VERSION = '1.0.0';
const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';
const TAGS: Readonly<Record<string, string>> = {
  auth: 'Signing in',
  content: 'Contents',
  public: 'The gallery',
  delivery: 'Deliveries',
  user: 'The account',
  emergency: 'The emergency protocol',
  subscription: 'Plans',
};

type Document = ReturnType<typeof createDocument>;
type Headers = NonNullable<ZodOpenApiResponseObject['headers']>;

/** @returns under which heading a call stands */
export function tagOf({ path }: Pick<Operation, 'path'>): string {
  const [, first = ''] = path.split('/');
  return TAGS[first] ?? first;
}

/**
 * @param appOrigin how people reach us
 * @returns the whole API as OpenAPI 3.1 has it
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
        token: { type: 'http', scheme: 'bearer', description: 'The session_token of register or login.' },
      },
    },
  });
  return describeFields(document);
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { id, summary, notes, auth, query, path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const params = Object.fromEntries(names.map((name) => [name, z.uuid()]));
  return {
    operationId: id,
    summary,
    ...(notes ? { description: notes } : {}),
    tags: [tagOf(operation)],
    security: { token: [{ token: [] }], reader: [{}, { token: [] }], none: [] }[auth],
    requestParams: {
      ...(names.length > 0 ? { path: z.object(params) } : {}),
      ...(query ? { query } : {}),
      ...headersOf(operation),
    },
    ...bodyOf(operation),
    responses: responsesOf(operation),
  };
}

function headersOf({ creates, auth }: Operation) {
  const key = z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({ description: 'Such as a UUID. For 24 hours a call with the same key makes nothing new.' });
  const range = z.string().optional().meta({ description: 'One range of bytes, such as bytes=0-1023.' });
  if (creates) return { header: z.object({ 'Idempotency-Key': key }) };
  return auth === 'reader' ? { header: z.object({ Range: range }) } : {};
}

function bodyOf({ id, body, form }: Operation): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (body) {
    const example = EXAMPLES[id]?.body;
    return { requestBody: { required: true, content: { [JSON_TYPE]: { schema: body, ...(example && { example }) } } } };
  }
  if (!form) return {};
  const file = z.string().meta({ override: { contentMediaType: 'application/octet-stream' } });
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form.extend({ file }) } } } };
}

function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const refusals = [...refusalsByStatus(operation)].map(([status, codes]) => [`${status}`, problem(status, codes)]);
  return { ...successesOf(operation), ...Object.fromEntries(refusals) };
}

function successesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { id, auth, answer, status, creates, query } = operation;
  if (auth === 'reader') return fileResponses(operation);
  if (!answer) return { '204': { description: 'Done.' } };
  const headers: Headers = {
    ...(query && 'cursor' in query.shape ? { Link: header('The next page, with rel="next".') } : {}),
    ...(creates
      ? { 'Idempotency-Replayed': header('true: nothing new was made, this is the first call’s answer.') }
      : {}),
  };
  const example = EXAMPLES[id]?.answer;
  const content = { [JSON_TYPE]: { schema: answer, ...(example === undefined ? {} : { example }) } };
  return { [`${status}`]: { description: status === 201 ? 'It was made.' : 'As it is now.', headers, content } };
}

function fileResponses({ path }: Operation): ZodOpenApiResponsesObject {
  const bytes = z.string().meta({ override: { contentMediaType: 'application/octet-stream' } });
  const content = { '*/*': { schema: bytes } };
  const headers = { ETag: header('Opaque: another one when these bytes change.') };
  const whole = {
    '200': { description: 'All of it.', headers, content },
    '304': { description: 'You have it already.' },
  };
  if (!path.includes('{file_id}') || path.endsWith('/thumbnail')) return whole;
  return {
    ...whole,
    '206': { description: 'The range that was asked for.', headers, content },
    '416': { description: 'There is no such range.' },
  };
}

function problem(status: number, codes: ErrorCode[]): ZodOpenApiResponseObject {
  const headers: Headers = {
    ...(status === 401 ? { 'WWW-Authenticate': header('Bearer') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': header('Seconds to wait.') } : {}),
  };
  // What is the same in all of them is said once.
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { properties: { status: { const: status }, code: { enum: codes } } },
    ],
  };
  return { description: codes.join(', '), headers, content: { [PROBLEM_TYPE]: { schema } } };
}

/** RFC 9457, with the codes of ours and where it was the fault of a field. */
const PROBLEM = z
  .looseObject({
    type: z.string().meta({ description: 'Always about:blank: `code` tells them apart.' }),
    title: z.string().meta({ description: 'The kind of refusal in words.' }),
    status: z.int().meta({ description: 'The same as of the answer.' }),
    detail: z.string().meta({ description: 'A sentence that a person can be shown.' }),
    code: z.enum(Object.keys(STATUS) as [ErrorCode, ...ErrorCode[]]).meta({ description: 'One of a closed list.' }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'What is wrong with which field or parameter.' }),
    used: z.int().optional().meta({ description: 'quota-exceeded: bytes that are taken.' }),
    limit: z.int().optional().meta({ description: 'quota-exceeded: bytes that there are.' }),
    needed: z.int().optional().meta({ description: 'quota-exceeded: bytes that this would take.' }),
    plans: z
      .array(z.string())
      .optional()
      .meta({ description: 'plan-required, quota-exceeded: the plans that would help, the cheapest first.' }),
    retry_after: z.int().optional().meta({ description: 'too-many-requests: seconds to wait.' }),
  })
  .meta({ description: 'A refusal.' });

function header(description: string) {
  return { description, schema: { type: 'string' as const } };
}
