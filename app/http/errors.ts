import { AppError, type ErrorCode } from '#domain/errors.ts';

/** The HTTP status of each refusal. */
export const STATUS = {
  malformed: 400,
  unauthenticated: 401,
  'code-required': 401,
  'plan-required': 402,
  'address-unconfirmed': 403,
  forbidden: 403,
  'step-up-required': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  gone: 410,
  'changed-meanwhile': 412,
  'too-large': 413,
  'quota-exceeded': 413,
  'unsupported-media-type': 415,
  'validation-failed': 422,
  'too-many-requests': 429,
  // Not 503: a retry does not help.
  damaged: 500,
  unavailable: 503,
} satisfies Record<ErrorCode, number>;

/** The header with the code of a refusal. */
export const PROBLEM_CODE = 'problem-code';

/** In seconds, after a fault of ours. */
const RETRY_AFTER = 60;

/** @returns seconds to wait before a retry; null if waiting does not help */
export function retryAfter({ code, facts }: AppError): number | null {
  if (code === 'too-many-requests') return facts.retry_after ?? RETRY_AFTER;
  return code === 'unavailable' ? RETRY_AFTER : null;
}

/** @returns a refusal in plain text. A page that throws it shows the error page of its status (app/root.tsx). */
export function errorResponse(error: AppError): Response {
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8' });
  const wait = retryAfter(error);
  if (wait !== null) headers.set('retry-after', `${wait}`);
  return new Response(`${error.message}\n`, { status: STATUS[error.code], headers });
}

/**
 * Runs what a page needs; a refusal becomes the error page of its status.
 * @throws Response with the status and the sentence
 */
export async function fallbackToErrorPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw errorResponse(error);
    throw error;
  }
}
