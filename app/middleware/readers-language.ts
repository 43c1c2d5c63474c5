import type { MiddlewareFunction } from 'react-router';
import { isLanguage, preferredLanguage } from '#domain/language.ts';
import { inLanguage } from '#services/reader-language.ts';

/** The pages of recipients and contacts, who may be told everything in their own language. Owners' pages are English. */
const READERS_PAGES = /^\/(m|contact|stop|genuine)([./]|$)/;

/**
 * Answers in the language of the address, else of the browser, until the link says whose page it is: then it is in the
 * language that was chosen for them (`speakTo`).
 */
export const knowReadersLanguage: MiddlewareFunction<Response> = ({ request, url }, next) => {
  if (!READERS_PAGES.test(url.pathname)) return next();
  const asked = url.searchParams.get('language');
  const language = isLanguage(asked) ? asked : preferredLanguage(request.headers.get('accept-language'));
  return inLanguage(language, next);
};
