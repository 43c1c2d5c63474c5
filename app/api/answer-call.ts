/** The one endpoint of all calls: finds the operation, authenticates the caller, validates the parts, answers. */
import type { z } from 'zod';
import { readBody } from '#app/http/body.ts';
import { type BodyLimit, CALLS, VISITORS } from '#app/http/body-limit.ts';
import { PROBLEM_CODE, STATUS } from '#app/http/errors.ts';
import { answerOrProblem, methodRefusal, problemResponse } from '#app/http/problem.ts';
import { isSafe } from '#app/http/request.ts';
import { contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { callNeedsProof } from '#app/middleware/sensitive-verbs.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { AppError, type FieldError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say } from '#messages/say.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';
import { requireProof } from '#services/accounts/step-up.ts';
import { isPublic } from '#services/contents/visibility.ts';
import { countCall } from '#services/limits/limits.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { runOnce } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { requireToken } from './reader.ts';

const PREFIX = '/api';
/** No schema of ours nests deeper, or has more values. */
const DEPTH_MAX = 16;
const VALUES_MAX = 100_000;

/** What is another account's is answered like what does not exist. */
const REFUSALS: readonly string[] = ['forbidden', 'not-found'];

interface Match {
  operation: Operation;
  params: Record<string, string>;
}

/** @returns the answer to a request under /api, also if there is no such call */
export async function answerCall(context: Provider, request: Request, url: URL): Promise<Response> {
  const response = await answerOrProblem(context, () =>
    answer(context, request, url, findOperation(request.method, url.pathname.slice(PREFIX.length))),
  ).catch((error: unknown) => {
    if (error instanceof Response) return asProblem(error);
    // A caller that hung up is no fault of ours.
    if (!request.signal.aborted)
      context.get(webDeps).log.error({ err: error, call: url.pathname }, 'an API call failed');
    return problemResponse(new AppError('unavailable', say(requestRefusals.fault)));
  });
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
}

/** The body reader answers slow requests (408) in plain text, as forms need it. */
function asProblem(thrown: Response): Response {
  if (thrown.headers.has(PROBLEM_CODE)) return thrown;
  return problemResponse(new AppError('malformed', say(requestRefusals['too-slow'])));
}

async function answer(context: Provider, request: Request, url: URL, { operation, params }: Match): Promise<Response> {
  const session = operation.auth === 'token' ? await requireToken(context, request, operation.scope) : null;
  if (session && !operation.isUnlimited)
    await countCall(contextOf(context), session.user.id, 'program', !isSafe(request.method));
  if (session && callNeedsProof(operation.id, undefined) === true) requireProof(contextOf(context), session);
  // The address of a file may be open in a browser: its operation answers with a page.
  if (operation.auth !== 'reader' && !Object.entries(params).every(isParameter)) throw notFound('address');
  const query = operation.query ? readQuery(url, operation.query) : undefined;
  const body = operation.body ? await readJson(request, operation.body, session ? CALLS : VISITORS) : undefined;
  const need = session !== null && callNeedsProof(operation.id, body);
  if (need === true || (need && (await isPublic(contextOf(context), session.user.id, params.id))))
    requireProof(contextOf(context), session);
  const call = { context, request, session: session as OpenSession, params, body, query };
  // A form with a file claims its key before it reads (upload-file.ts).
  const isRepeatable = session !== null && operation.takesKey && !operation.form;
  const answered = await Promise.resolve(isRepeatable ? runOnce(operation, call) : operation.run(call)).catch(
    (error: unknown) => {
      if (session && error instanceof AppError && REFUSALS.includes(error.code))
        recordSecurityEvent(contextOf(context), 'not-allowed', { account: session.user.id, about: operation.id });
      throw error;
    },
  );
  if (answered instanceof Response) return answered;
  const { value, headers } = answered;
  return operation.status === 204
    ? new Response(null, { status: 204, headers })
    : Response.json(value, { status: operation.status, headers });
}

function isParameter([name, value]: [string, string]): boolean {
  return name === 'version' ? /^[1-9]\d{0,8}$/.test(value) : isId(value);
}

function findOperation(method: string, path: string): Match {
  const candidates = OPERATIONS.flatMap((operation) => {
    const params = matchPath(operation.path, path);
    return params ? [{ operation, params }] : [];
  });
  // `/content/list` matches `/content/{id}` as well.
  const exact = candidates.filter(({ operation }) => operation.path === path);
  const matches = exact.length > 0 ? exact : candidates;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = matches.find(({ operation }) => operation.method === wanted);
  if (found) return found;
  if (matches.length === 0) throw notFound('address');
  throw methodRefusal([...new Set(matches.map(({ operation }) => operation.method))].join(', '));
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    // Our ids are lower case; some programs write UUIDs in capitals.
    if (/^\{\w+\}$/.test(part)) params[part.slice(1, -1)] = value.toLowerCase();
    else if (part !== value) return null;
  }
  return params;
}

/**
 * @returns the body, as the schema gives it
 * @throws AppError unsupported-media-type, too-large, malformed, validation-failed; Response 408
 */
async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limit: BodyLimit,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new AppError('unsupported-media-type', say(requestRefusals['not-sent-as-json']));
  const bytes = await readBody(request, limit).catch((error: unknown) => Promise.reject(asRefusal(error, limit)));
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid([], say(requestRefusals['not-an-object']));
  return validated(schema, value);
}

/** @throws AppError validation-failed, also for a parameter that comes twice */
function readQuery<Schema extends z.ZodObject>(url: URL, schema: Schema): z.output<Schema> {
  const given: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (name in given) throw invalid([{ field: name, message: say(requestRefusals['parameter-twice']) }]);
    if (name in schema.shape) given[name] = value;
  }
  return validated(schema, given);
}

/** The body reader refuses in plain text, as forms need it. */
function asRefusal(error: unknown, { bytes }: BodyLimit): unknown {
  if (!(error instanceof Response && error.status === STATUS['too-large'])) return error;
  return new AppError('too-large', say(requestRefusals['too-large'], { size: inMegabytes(bytes) }));
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!isModest(bytes)) throw new Error('It is nested too deep, or has too many values.');
    return JSON.parse(text);
  } catch {}
  throw new AppError('malformed', say(requestRefusals['not-json']));
}

const [QUOTE, BACKSLASH, BRACKET, BRACE, CLOSED_BRACKET, CLOSED_BRACE, COMMA] = Buffer.from('"\\[{]},');

/** Asked before it is parsed: a megabyte of brackets takes the parser a fifth of a second. */
function isModest(json: Buffer): boolean {
  let depth = 0;
  let values = 1;
  let isText = false;
  for (let at = 0; at < json.length && depth <= DEPTH_MAX && values <= VALUES_MAX; at++) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH) at++;
    else if (!isText && byte === COMMA) values++;
    else if (!isText && (byte === BRACKET || byte === BRACE)) depth++;
    else if (!isText && (byte === CLOSED_BRACKET || byte === CLOSED_BRACE)) depth--;
  }
  return depth <= DEPTH_MAX && values <= VALUES_MAX;
}

function validated<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const errors = error.issues.map(({ path, message }) => ({ field: path.join('.'), message: sayFieldError(message) }));
  // What is wrong with the whole has no field; the detail says it.
  throw invalid(
    errors.filter(({ field }) => field !== ''),
    errors[0]?.message,
  );
}

function invalid(errors: FieldError[], detail = errors[0]?.message): AppError {
  return new AppError('validation-failed', detail ?? say(requestRefusals['not-valid']), errors);
}
