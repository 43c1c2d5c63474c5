import { AppError, type ErrorCode } from '#domain/errors.ts';

/** Every refusal as HTTP says it. */
export const STATUS = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'validation-failed': 422,
  unavailable: 503,
} satisfies Record<ErrorCode, number>;

/** @returns a refusal as a plain answer, for machines and for what has no page */
export function errorResponse(error: AppError): Response {
  return new Response(`${error.message}\n`, {
    status: STATUS[error.code],
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

/**
 * Runs what a page cannot live without: a refusal becomes the page of its status.
 * @throws Response with the status and the sentence
 */
export async function orErrorPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) throw errorResponse(error);
    throw error;
  }
}
