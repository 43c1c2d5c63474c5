import type { Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { orAlarm } from './broken-seal.ts';
import { PROBLEM_CODE, retryAfter, STATUS } from './errors.ts';

/** Every refusal in words. */
export const PROBLEM_TITLES: Record<AppError['code'], string> = {
  malformed: 'Not understood',
  unauthenticated: 'Not signed in',
  'plan-required': 'Another plan is needed',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  'method-not-allowed': 'Not possible here',
  conflict: 'Not possible now',
  gone: 'No longer here',
  'too-large': 'Too large',
  'quota-exceeded': 'Storage is full',
  'unsupported-media-type': 'Of another kind',
  'validation-failed': 'Not complete',
  'too-many-requests': 'Too often',
  damaged: 'Damaged',
  unavailable: 'Not available at the moment',
};

/**
 * A refusal for programs, as RFC 9457 has it.
 * @see https://www.rfc-editor.org/rfc/rfc9457
 */
export function problemResponse(error: AppError): Response {
  const { code, message, fields, facts, plans } = error;
  const status = STATUS[code];
  // Answers to HEAD have no body: the code is among the headers as well.
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

/** @returns the refusal of a method, which names those that the address takes: "GET, PUT" */
export function methodRefusal(allowed: string): Response {
  const problem = problemResponse(new AppError('method-not-allowed', `This address takes ${allowed}.`));
  problem.headers.set('allow', allowed);
  return problem;
}

/** Answers a program: a refusal becomes its problem. @throws what is no refusal */
export async function orProblem(context: Provider, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (thrown) {
    const error = orAlarm(context, thrown);
    if (error instanceof AppError) return problemResponse(error);
    throw error;
  }
}
