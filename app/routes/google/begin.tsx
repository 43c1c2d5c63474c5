import { saveGoogleReturn } from '#app/accounts/google-return.ts';
import { type PageHandle, STATIC_PAGE } from '#app/page-scripts.ts';
import { StaticFrame } from '#app/static-pages/layout.tsx';
import { GoogleTrouble } from '#app/static-pages/link-troubles.tsx';
import { privateAnswer, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import type { Route } from './+types/begin.ts';
import { withGoogle } from './google.ts';

export const handle: PageHandle = STATIC_PAGE;

export const middleware: Route.MiddlewareFunction[] = [privateAnswer];

/**
 * Leads to Google. A link is enough, without a form: another site that sends a person here gains nothing, since only the
 * browser that began an attempt can end it, with the account that its owner chooses there.
 */
export function loader({ request, context, url }: Route.LoaderArgs) {
  return showPage(context, async () => {
    const response = await withGoogle(context, (google) => google.begin(request));
    response.headers.append('set-cookie', await saveGoogleReturn(url));
    return response;
  });
}

/** The loader redirects, so there is a page only for what was refused. */
export default function Begin() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <StaticFrame>
      <GoogleTrouble {...troubleOf(error)} />
    </StaticFrame>
  );
}
