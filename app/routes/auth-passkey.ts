import { redirect } from 'react-router';
import { finishSignIn } from '#app/accounts/finish-sign-in.ts';
import { passkeyAnswerIn, passkeySite } from '#app/accounts/passkey-answer.ts';
import { readForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, webDeps } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { passkeyAnswerSchema } from '#domain/accounts/passkeys.schema.ts';
import { AppError } from '#domain/errors.ts';
import { authToasts } from '#messages/en/auth.ts';
import { say } from '#messages/say.ts';
import { signInWithPasskey } from '#services/accounts/sign-in-with-passkey.ts';
import type { Route } from './+types/auth-passkey.ts';

/** Signs in with the passkey that answered, or leads back to the page with what was wrong. */
export async function action({ request, context, url }: Route.ActionArgs): Promise<Response> {
  const to = ownPath(url.searchParams.get('to'));
  const form = await readForm(request);
  try {
    const answer = passkeyAnswerIn(form, passkeyAnswerSchema);
    const device = await deviceOf(context, request);
    const entered = await signInWithPasskey(contextOf(context), passkeySite(context), answer, device, 'cookie');
    return await finishSignIn(context, entered, to, say(authToasts.signedIn));
  } catch (error) {
    const isRefusal = error instanceof AppError;
    if (!isRefusal) context.get(webDeps).log.error({ err: error }, 'nobody could be signed in with a passkey');
    const words = isRefusal ? error.message : say(authToasts.failed);
    return redirectWithToast(`/auth${to ? `?${new URLSearchParams({ to })}` : ''}`, toast('error', words));
  }
}

/** There is nothing to see here. */
export function loader(): Response {
  return redirect('/auth');
}
