import type { MiddlewareFunction } from 'react-router';
import { dropRest } from '#app/http/body.ts';

/**
 * Gives an answer at once where it does not need the body, and ends it when the body has come and was dropped: a browser
 * that sends first and listens then hears it too. Such a connection ends with the answer, so nothing more is read from it.
 */
export const answerEarly: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  const rest = dropRest(request);
  const hasCome = await Promise.race([rest, new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
  if (hasCome) return response;
  const headers = new Headers(response.headers);
  headers.set('connection', 'close');
  const { body, status, statusText } = response;
  const end = new TransformStream<Uint8Array, Uint8Array>({ flush: () => rest.then(() => {}) });
  if (!body) await rest;
  return new Response(body?.pipeThrough(end) ?? null, { status, statusText, headers });
};
