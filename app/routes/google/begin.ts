import { keepWish } from '#app/http/google-wish.ts';
import { orGoogleProblemPage } from '#app/plain/or-problem-page.ts';
import type { Route } from './+types/begin.ts';
import { withGoogle } from './google.ts';

/**
 * Leads to Google. A link is enough, no form: another site that sends somebody here gains nothing, for whoever comes
 * back comes by an attempt of their own browser, with the account that they choose there themselves.
 */
export function loader({ request, context, url }: Route.LoaderArgs): Promise<Response> {
  return orGoogleProblemPage(context, async () => {
    const response = await withGoogle(context, (google) => google.begin(request));
    response.headers.append('set-cookie', await keepWish(url));
    return response;
  });
}
