import type { Provider } from '#app/middleware/context.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { alarmBrokenSeal } from './damage.ts';
import { PROBLEM_CODE, retryAfter, STATUS } from './errors.ts';

/** The title of each refusal. */
export const PROBLEM_TITLES: Record<ErrorCode, string> = {
  malformed: 'Bad request',
  unauthenticated: 'Sign-in required',
  'plan-required': 'Plan required',
  forbidden: 'Forbidden',
  'not-found': 'Not found',
  'method-not-allowed': 'Method not allowed',
  conflict: 'Conflict',
  gone: 'Gone',
  'too-large': 'Content too large',
  'quota-exceeded': 'Storage full',
  'unsupported-media-type': 'Unsupported media type',
  'validation-failed': 'Validation failed',
  'too-many-requests': 'Too many requests',
  damaged: 'Damaged data',
  unavailable: 'Service unavailable',
};

/**
 * @returns a refusal for programs: problem details as in RFC 9457
 * @see https://www.rfc-editor.org/rfc/rfc9457
 */
export function problemResponse(error: AppError): Response {
  const { code, message, fields, facts, plans } = error;
  const status = STATUS[code];
  // A HEAD request gets no body, so the code is in a header as well.
  const headers = new Headers({ 'content-type': 'application/problem+json', [PROBLEM_CODE]: code });
  const wait = retryAfter(error);
  if (wait !== null) headers.set('retry-after', `${wait}`);
  if (code === 'unauthenticated') headers.set('www-authenticate', 'Bearer');
  const errors = fields.length > 0 ? { errors: fields } : {};
  const problem = {
    type: 'about:blank',
    title: PROBLEM_TITLES[code],
    status,
    detail: message,
    code,
    ...errors,
    ...facts,
    ...(plans.length > 0 ? { plans } : {}),
  };
  return new Response(JSON.stringify(problem), { status, headers });
}

/** @param allowed the methods that the address takes, such as "GET, PUT" */
export function methodRefusal(allowed: string): Response {
  const problem = problemResponse(new AppError('method-not-allowed', `This address takes ${allowed}.`));
  problem.headers.set('allow', allowed);
  return problem;
}

/**
 * Answers a program; a refusal becomes a problem.
 * @throws every error that is not an AppError
 */
export async function answerOrProblem(context: Provider, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (thrown) {
    const error = alarmBrokenSeal(context, thrown);
    if (error instanceof AppError) return problemResponse(error);
    throw error;
  }
}
