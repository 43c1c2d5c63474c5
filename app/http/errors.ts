import { AppError, type ErrorCode } from '#domain/errors.ts';

/** Every refusal as HTTP says it. */
export const STATUS = {
  malformed: 400,
  unauthenticated: 401,
  'plan-required': 402,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'quota-exceeded': 413,
  'unsupported-media-type': 415,
  'validation-failed': 422,
  'too-many-requests': 429,
  // Not 503: trying again does not help.
  damaged: 500,
  unavailable: 503,
} satisfies Record<ErrorCode, number>;

/** The header that names what went wrong, by its code. */
export const PROBLEM_CODE = 'problem-code';

/** When it was us. */
const RETRY_AFTER = 60;

/** @returns how long to wait before another try, in seconds; null where waiting does not help */
export function retryAfter({ code, facts }: AppError): number | null {
  if (code === 'too-many-requests') return facts.retry_after ?? RETRY_AFTER;
  return code === 'unavailable' ? RETRY_AFTER : null;
}

/** @returns a refusal as a plain answer; thrown by a page, the page of its status says the same (app/root.tsx) */
export function errorResponse(error: AppError): Response {
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8' });
  const wait = retryAfter(error);
  if (wait !== null) headers.set('retry-after', `${wait}`);
  return new Response(`${error.message}\n`, { status: STATUS[error.code], headers });
}

/** @returns the sentence of what was thrown as `errorResponse`; null for what the router says to developers */
export function sentenceOf(data: unknown): string | null {
  return typeof data === 'string' && !data.startsWith('Error:') ? data.trim() : null;
}

/**
 * Runs what a page cannot live without: a refusal becomes the page of its status.
 * @throws Response with the status and the sentence
 */
export async function orErrorPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw errorResponse(error);
    throw error;
  }
}
