import type { MiddlewareFunction } from 'react-router';
import { themeOf } from '#app/http/theme.ts';
import { themeContext } from './context.ts';

/** Whatever is answered, a page of the application or a plain one, comes in the light that this browser asked for. */
export const knowTheme: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(themeContext, await themeOf(request));
  return next();
};
