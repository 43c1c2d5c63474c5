import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf } from '#app/middleware/context.ts';
import { deviceOf, knowDevice } from '#app/middleware/known-device.ts';
import { resetPage } from '#app/plain/account-pages.ts';
import { orAccountProblemPage } from '#app/plain/or-problem-page.ts';
import { readPlainForm } from '#app/plain/plain-form.ts';
import { resetSchema } from '#domain/accounts/recovery.schema.ts';
import { checkResetLink, resetPassword } from '#services/accounts/change-password.ts';
import type { Route } from './+types/auth-reset.ts';

/** Asks for a new password; looking at the link uses nothing up. */
export function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  return orAccountProblemPage(context, async () => {
    await checkResetLink(contextOf(context), params.secret);
    return resetPage(url.pathname);
  });
}

export function action({ request, context, params, url }: Route.ActionArgs): Promise<Response> {
  return orAccountProblemPage(context, async () => {
    const { value, refused } = readPlainForm(await readForm(request), resetSchema);
    if (refused) return resetPage(url.pathname, refused);
    const userId = await resetPassword(contextOf(context), params.secret, value.password);
    // Whoever guesses from the same network meanwhile does not keep them from signing in.
    const known = await knowDevice(context, await deviceOf(context, request), userId);
    const words = toast('success', 'Your password was changed. Sign in with the new one.');
    return redirectWithToast('/auth', words, [['set-cookie', known]]);
  });
}
