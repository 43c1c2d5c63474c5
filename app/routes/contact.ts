import { contextOf } from '#app/middleware/context.ts';
import { contactPage } from '#app/plain/emergency-pages.ts';
import { orEmergencyProblemPage } from '#app/plain/or-problem-page.ts';
import { readContactNews } from '#services/emergency/contact-news.ts';
import type { Route } from './+types/contact.ts';

/** How it stands with somebody who named this contact; there is nothing to press. */
export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  return orEmergencyProblemPage(context, async () =>
    contactPage(await readContactNews(contextOf(context), params.secret)),
  );
}
