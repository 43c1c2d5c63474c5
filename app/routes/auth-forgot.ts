import { readForm } from '#app/http/form.ts';
import { contextOf, themeContext } from '#app/middleware/context.ts';
import { forgotPage, forgotSentPage } from '#app/plain/account-pages.ts';
import { orAccountProblemPage } from '#app/plain/or-problem-page.ts';
import { plainResponse } from '#app/plain/page.ts';
import { readPlainForm } from '#app/plain/plain-form.ts';
import { forgotSchema } from '#domain/accounts/recovery.schema.ts';
import { requestPasswordReset } from '#services/accounts/change-password.ts';
import type { Route } from './+types/auth-forgot.ts';

export function loader({ context, url }: Route.LoaderArgs): Response {
  return plainResponse(forgotPage(url.pathname), context.get(themeContext));
}

/** Mails a link for a new password. The answer is the same whether or not there is such an account. */
export function action({ request, context, url }: Route.ActionArgs): Promise<Response> {
  return orAccountProblemPage(context, async () => {
    const form = await readForm(request);
    const { value, refused } = readPlainForm(form, forgotSchema);
    if (refused) return forgotPage(url.pathname, { ...refused, email: String(form.get('email') ?? '') });
    await requestPasswordReset(contextOf(context), value.email);
    return forgotSentPage();
  });
}
