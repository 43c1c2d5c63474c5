import type { MiddlewareFunction } from 'react-router';
import { themeOf } from '#app/http/theme.ts';
import { themeContext } from './context.ts';

/** Reads the theme that this browser chose, for every page. */
export const knowTheme: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(themeContext, await themeOf(request));
  return next();
};
