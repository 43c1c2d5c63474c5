import type { MiddlewareFunction } from 'react-router';
import { dropRest } from '#app/http/body.ts';

/**
 * Sends a response that does not need the body at once, and ends it when the body has arrived and was dropped, because a
 * browser reads only after it has sent. The connection closes with the response, so nothing more is read from it.
 */
export const answerEarly: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  if (!request.body) return response;
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
