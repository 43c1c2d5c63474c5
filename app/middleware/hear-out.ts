import type { MiddlewareFunction } from 'react-router';
import { hearOut } from '#app/http/body.ts';

/** Answers only once the question is asked to its end, also where the answer was clear before. */
export const answerAfterAll: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  await hearOut(request);
  return response;
};
