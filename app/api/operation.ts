import type { z } from 'zod';
import type { Provider } from '#app/middleware/context.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';

/** What a call is given, once it was let in and its parts were checked. */
export interface Call<Body = unknown, Query = unknown, Who extends OpenSession | null = OpenSession> {
  context: Provider;
  request: Request;
  /** Whose token came with it; null for calls that need none. */
  session: Who;
  /** The parameters in its path. */
  params: Record<string, string>;
  body: Body;
  query: Query;
}

/** What a call answers: an object or a list, with headers where it has some. */
export interface Answer<T = unknown> {
  value: T;
  headers: Record<string, string>;
}

/** One call of the API. Said once: the router, the checks and the reference are drawn from it. */
export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under /api; parameters in braces: `/content/{id}`. */
  path: string;
  summary: string;
  /** What else somebody who calls it has to know. */
  notes?: string;
  /** `reader`: a token or the cookie of a page, and some of it for everyone. */
  auth: 'token' | 'reader' | 'none';
  /** JSON. Without a schema a body is not looked at. */
  body: z.ZodType | null;
  /** The fields of a multipart form that come with its `file`; the call reads it by itself. */
  form: z.ZodObject | null;
  query: z.ZodObject | null;
  /** Of what it answers; null where it answers nothing (204), or the bytes of a file. */
  answer: z.ZodType | null;
  status: 200 | 201 | 204;
  /** Something new comes of it: `Idempotency-Key` is honoured. */
  creates: boolean;
  /** How it can refuse beyond what its parts already say (app/api/answers.ts). For the reference, and held by a test. */
  refuses: readonly ErrorCode[];
  /** A response where it serves a file. */
  run(call: Call): Promise<Answer | Response>;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Plan<B extends z.ZodType | undefined, Q extends z.ZodObject | undefined, A extends z.ZodType | undefined> {
  summary: string;
  notes?: string;
  body?: B;
  form?: z.ZodObject;
  query?: Q;
  answer?: A;
  status?: 200 | 201;
  creates?: boolean;
  refuses?: readonly ErrorCode[];
}

type Method = Operation['method'];
/** An operation that describes an answer gives it; without one there is nothing to give. */
type Running<A> = A extends z.ZodType ? Promise<z.input<A> | Headed<z.input<A>>> : Promise<void>;

/**
 * Says a call for whoever holds a token.
 * @param line method and path, as spec.md section 7 writes them
 * @param run answers with what `answer` describes, or with `Answer` where headers are needed
 */
export function withToken<
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  A extends z.ZodType | undefined = undefined,
>(
  id: string,
  line: `${Method} /${string}`,
  plan: Plan<B, Q, A>,
  run: (call: Call<Output<B>, Output<Q>>) => Running<A>,
): Operation {
  return operation('token', id, line, plan, run);
}

/** Says a call for everyone. */
export function forEveryone<
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  A extends z.ZodType | undefined = undefined,
>(
  id: string,
  line: `${Method} /${string}`,
  plan: Plan<B, Q, A>,
  run: (call: Call<Output<B>, Output<Q>, null>) => Running<A>,
): Operation {
  return operation('none', id, line, plan, run);
}

/** Says a call that serves a file, or a picture of it, to whoever may see it. */
export function forReaders<Q extends z.ZodObject | undefined = undefined>(
  id: string,
  line: `GET /${string}`,
  plan: Pick<Plan<undefined, Q, undefined>, 'summary' | 'notes' | 'query' | 'refuses'>,
  run: (call: Call<undefined, Output<Q>, null>) => Promise<Response>,
): Operation {
  return { ...operation('reader', id, line, plan, run), status: 200 };
}

function operation(
  auth: Operation['auth'],
  id: string,
  line: string,
  {
    summary,
    notes,
    body,
    form,
    query,
    answer,
    status = 200,
    creates = false,
    refuses = [],
  }: Plan<z.ZodType | undefined, z.ZodObject | undefined, z.ZodType | undefined>,
  run: (call: never) => Promise<unknown>,
): Operation {
  const [method, path] = line.split(' ') as [Method, string];
  return {
    id,
    method,
    path,
    summary,
    ...(notes ? { notes } : {}),
    auth,
    body: body ?? null,
    form: form ?? null,
    query: query ?? null,
    answer: answer ?? null,
    status: answer ? status : 204,
    creates,
    refuses,
    async run(call) {
      // Its parts were read by the schemas that stand beside it, so it is the call that it runs with.
      const result = await run(call as never);
      if (result instanceof Response) return result;
      return result instanceof Headed ? result : { value: result, headers: {} };
    },
  };
}

/** An answer with headers. */
export class Headed<T> {
  readonly value: T;
  readonly headers: Record<string, string>;

  constructor(value: T, headers: Record<string, string>) {
    this.value = value;
    this.headers = headers;
  }
}
