import { translatedMessages } from '#messages/load-locale.ts';
import { currentLocale } from '#messages/say.ts';
import type { Route } from './+types/messages.ts';

/** The texts of the pages in the language of this site, for scripts. 404 for any other language. */
export function loader({ params }: Route.LoaderArgs): Response {
  if (params.locale !== currentLocale()) return new Response(null, { status: 404 });
  return Response.json(translatedMessages(), { headers: { 'cache-control': 'no-cache' } });
}
