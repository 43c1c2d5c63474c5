/** What one call of the API is made of, and how a call is declared. */
import type { z } from 'zod';
import { STATUS } from '#app/http/errors.ts';
import type { Provider } from '#app/middleware/context.ts';
import { GUARDED_CALLS } from '#app/middleware/sensitive-verbs.ts';
import type { CallScope } from '#domain/accounts/tokens.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';

/** A call that passed its checks: its caller is known and its parts are valid. */
export interface Call<Body = unknown, Query = unknown, Session extends OpenSession | null = OpenSession> {
  context: Provider;
  request: Request;
  /** The session of the token; null for calls that take none. */
  session: Session;
  /** The parameters in its path. */
  params: Record<string, string>;
  body: Body;
  query: Query;
}

/** What a call answers: an object or a list, with headers if there are any. */
export interface Answer<T = unknown> {
  value: T;
  headers: Record<string, string>;
}

/** One call of the API. The router, the checks, the OpenAPI document and the reference page are derived from it. */
export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under /api; parameters in braces: `/content/{id}`. */
  path: string;
  summary: string;
  /** What else a caller has to know. */
  notes?: string;
  /** `reader`: a token or the cookie of a page; public files need neither. */
  auth: 'token' | 'reader' | 'none';
  /** What it asks of a token of one's own: `read` for GET and `write` for the rest, unless it is declared. */
  scope: CallScope;
  /** JSON. Without a schema the body is ignored. */
  body: z.ZodType | null;
  /** The fields of a multipart form beside its file; the call reads the form itself. */
  form: z.ZodObject | null;
  /** The name of the form's part that carries the file. */
  filePart: string;
  /** The names of file parts beside it, none of which is needed. */
  smallParts: readonly string[];
  query: z.ZodObject | null;
  /** The schema of the answer; null for an empty answer (204), for the bytes of a file, and for lines of JSON. */
  answer: z.ZodType | null;
  status: 200 | 201 | 202 | 204;
  /** Honours `Idempotency-Key`: a repeated call with the same key changes nothing. */
  takesKey: boolean;
  /** No limit of calls counts it. */
  isUnlimited: boolean;
  /** The refusals that do not follow from the parts of the call (`refusalsOf`). Tests compare answers with them. */
  refuses: readonly ErrorCode[];
  /** Gives a response if it serves a file. */
  run(call: Call): Promise<Answer | Response>;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Declaration<
  B extends z.ZodType | undefined,
  Q extends z.ZodObject | undefined,
  A extends z.ZodType | undefined,
> {
  summary: string;
  notes?: string;
  body?: B;
  form?: z.ZodObject;
  filePart?: string;
  smallParts?: readonly string[];
  query?: Q;
  answer?: A;
  status?: 200 | 201 | 202;
  takesKey?: boolean;
  isUnlimited?: boolean;
  scope?: CallScope;
  refuses?: readonly ErrorCode[];
}

type Method = Operation['method'];
/** What `run` gives: the answer that the schema describes; nothing without a schema. */
type Running<A> = A extends z.ZodType ? Promise<z.input<A> | WithHeaders<z.input<A>>> : Promise<void>;

/**
 * Declares a call that takes a token.
 * @param line method and path, as spec.md section 7 writes them
 * @param run gives what `answer` describes, or that in `WithHeaders`
 */
export function withToken<
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  A extends z.ZodType | undefined = undefined,
>(
  id: string,
  line: `${Method} /${string}`,
  declaration: Declaration<B, Q, A>,
  run: (call: Call<Output<B>, Output<Q>>) => Running<A>,
): Operation {
  return operation('token', id, line, declaration, run);
}

/** Declares a call for everyone. */
export function forEveryone<
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  A extends z.ZodType | undefined = undefined,
>(
  id: string,
  line: `${Method} /${string}`,
  declaration: Declaration<B, Q, A>,
  run: (call: Call<Output<B>, Output<Q>, null>) => Running<A>,
): Operation {
  return operation('none', id, line, declaration, run);
}

/** Declares a call that serves a file, or its thumbnail, to those who may see it. */
export function forReaders<Q extends z.ZodObject | undefined = undefined>(
  id: string,
  line: `GET /${string}`,
  declaration: Pick<Declaration<undefined, Q, undefined>, 'summary' | 'notes' | 'query' | 'refuses'>,
  run: (call: Call<undefined, Output<Q>, null>) => Promise<Response>,
): Operation {
  return { ...operation('reader', id, line, declaration, run), status: 200 };
}

/** Declares a call with a token that answers with lines of JSON. */
export function linesWithToken(
  id: string,
  line: `GET /${string}`,
  declaration: Pick<Declaration<undefined, undefined, undefined>, 'summary' | 'notes' | 'refuses'>,
  run: (call: Call<undefined, undefined>) => Promise<Response>,
): Operation {
  return { ...operation('token', id, line, declaration, run), status: 200 };
}

function operation(
  auth: Operation['auth'],
  id: string,
  line: string,
  declaration: Declaration<z.ZodType | undefined, z.ZodObject | undefined, z.ZodType | undefined>,
  run: (call: never) => Promise<unknown>,
): Operation {
  const [method, path] = line.split(' ') as [Method, string];
  const { summary, notes, body = null, form = null, query = null, answer = null } = declaration;
  const {
    filePart = 'file',
    smallParts = [],
    status = 200,
    takesKey = false,
    isUnlimited = false,
    scope = method === 'GET' ? 'read' : 'write',
    refuses = [],
  } = declaration;
  return {
    ...{ id, method, path, summary, ...(notes ? { notes } : {}), auth, scope },
    ...{ body, form, filePart, smallParts, query, answer, takesKey, isUnlimited, refuses },
    status: answer ? status : 204,
    async run(call) {
      // The schemas of this operation have read the parts of the call, so the types agree.
      const result = await run(call as never);
      if (result instanceof Response) return result;
      return result instanceof WithHeaders ? result : { value: result, headers: {} };
    },
  };
}

/** An answer with headers. */
export class WithHeaders<T> {
  readonly value: T;
  readonly headers: Record<string, string>;

  constructor(value: T, headers: Record<string, string>) {
    this.value = value;
    this.headers = headers;
  }
}

/** In the order of their status. */
const CODES = Object.keys(STATUS) as ErrorCode[];

/** @returns the codes of all refusals that a call can answer, in the order of their status */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const { id, auth, body, form, query, takesKey, isUnlimited, path, refuses } = operation;
  const possible = new Set<ErrorCode>(['unavailable', ...refuses]);
  const add = (when: boolean, ...codes: ErrorCode[]) => when && codes.map((code) => possible.add(code));
  // A token of one's own that may not make the call.
  add(auth !== 'none', 'unauthenticated', 'forbidden');
  add(auth !== 'none' && !isUnlimited, 'too-many-requests');
  add((GUARDED_CALLS[id] ?? 'password') !== 'password', 'step-up-required');
  add(path.includes('{'), 'not-found');
  add(query !== null, 'validation-failed');
  add(body !== null || form !== null, 'malformed', 'too-large', 'unsupported-media-type', 'validation-failed');
  // The key is not valid, or was used for a different call.
  add(takesKey, 'conflict', 'validation-failed');
  return CODES.filter((code) => possible.has(code));
}
