/** The one door to all operations: finds the call, lets its caller in, checks its parts, answers. */
import { CALLS, VISITORS } from '#app/http/body-limit.ts';
import { PROBLEM_CODE } from '#app/http/errors.ts';
import { methodRefusal, orProblem, problemResponse } from '#app/http/problem.ts';
import { type Provider, webParts } from '#app/middleware/context.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { OpenSession } from '#services/accounts/sessions.ts';
import { requireToken } from './bearer-token.ts';
import { runOnce } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { readJson, readQuery } from './read-call.ts';

const PREFIX = '/api';
const OURS = 'Something on our side is not working. Nothing was changed; please try again in a minute.';

/** @returns the answer to a call under /api, also when there is no such call */
export async function answerCall(context: Provider, request: Request, url: URL): Promise<Response> {
  const response = await orProblem(context, async () => {
    const { operation, params } = findOperation(request.method, url.pathname.slice(PREFIX.length));
    return answer(context, request, url, operation, params);
  }).catch((error: unknown) => {
    if (error instanceof Response) return asProblem(error);
    // Whoever has left is told nothing, and it is no fault of ours.
    if (!request.signal.aborted)
      context.get(webParts).log.error({ err: error, call: url.pathname }, 'a call could not be answered');
    return problemResponse(new AppError('unavailable', OURS));
  });
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
}

/** What reads bodies answers forms in plain text when they come too slowly. */
function asProblem(thrown: Response): Response {
  if (thrown.headers.has(PROBLEM_CODE)) return thrown;
  return problemResponse(new AppError('malformed', 'This came too slowly, so nothing was kept. Please send it again.'));
}

async function answer(
  context: Provider,
  request: Request,
  url: URL,
  operation: Operation,
  params: Record<string, string>,
): Promise<Response> {
  const session = operation.auth === 'token' ? await requireToken(context, request) : null;
  // Whoever opens the address of a file gets a page that says so (below), not a problem.
  if (operation.auth !== 'reader' && Object.values(params).some((id) => !isId(id))) throw notFound('address');
  const query = operation.query ? readQuery(url, operation.query) : undefined;
  const body = operation.body ? await readJson(request, operation.body, session ? CALLS : VISITORS) : undefined;
  const call = { context, request, session: session as OpenSession, params, body, query };
  const isRepeatable = session !== null && operation.creates && !operation.form;
  const answered = await (isRepeatable ? runOnce(operation, call) : operation.run(call));
  if (answered instanceof Response) return answered;
  const { value, headers } = answered;
  return operation.status === 204
    ? new Response(null, { status: 204, headers })
    : Response.json(value, { status: operation.status, headers });
}

function findOperation(method: string, path: string): { operation: Operation; params: Record<string, string> } {
  const fitting = OPERATIONS.flatMap((operation) => {
    const params = matchPath(operation.path, path);
    return params ? [{ operation, params }] : [];
  });
  // An address without parameters is not also some id's.
  const exact = fitting.filter(({ operation }) => operation.path === path);
  const matches = exact.length > 0 ? exact : fitting;
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
    // Ids of ours are in lower case; some programs write every UUID in capitals.
    if (/^\{\w+\}$/.test(part)) params[part.slice(1, -1)] = value.toLowerCase();
    else if (part !== value) return null;
  }
  return params;
}
