import type { Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { problemTitles, requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import { alarmBrokenSeal } from './damage.ts';
import { PROBLEM_CODE, retryAfter, STATUS } from './errors.ts';

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
  if (status === STATUS.unauthenticated) headers.set('www-authenticate', 'Bearer');
  const errors = fields.length > 0 ? { errors: fields } : {};
  const problem = {
    type: 'about:blank',
    title: say(problemTitles[code]),
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
  const message = say(requestRefusals['method-not-allowed'], { methods: allowed });
  const problem = problemResponse(new AppError('method-not-allowed', message));
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
