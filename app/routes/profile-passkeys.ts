import { redirect } from 'react-router';
import { ADD_PASSKEY } from '#app/accounts/add-passkey-path.ts';
import { passkeyAnswerIn, passkeySite } from '#app/accounts/passkey-answer.ts';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, type Provider, sessionOf, webDeps } from '#app/middleware/context.ts';
import { newPasskeyAnswerSchema } from '#domain/accounts/passkeys.schema.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { passkeyAnswers as texts } from '#messages/en/passkeys.ts';
import { say } from '#messages/say.ts';
import { addPasskey } from '#services/accounts/add-passkey.ts';
import { removePasskey } from '#services/accounts/passkeys.ts';
import type { Route } from './+types/profile-passkeys.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const PAGE = '/profile/security';

/** Removes the passkey that is named, or adds the one that the browser made. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const form = await readForm(request);
  const id = form.get('passkey');
  const isRemoval = typeof id === 'string';
  try {
    const done = isRemoval ? await remove(context, id) : await add(context, request, form);
    return await redirectWithToast(PAGE, toast('success', done));
  } catch (error) {
    if (error instanceof Response) throw error;
    const isRefusal = error instanceof AppError;
    if (isRefusal && error.code === 'gone') return redirectWithToast(ADD_PASSKEY, toast('info', say(texts.tooLate)));
    if (!isRefusal) context.get(webDeps).log.error({ err: error }, 'a passkey could not be added or removed');
    const words = isRefusal ? error.message : say(isRemoval ? texts.notRemoved : texts.notAdded);
    return redirectWithToast(PAGE, toast('error', words));
  }
}

/** The passkeys are a part of the page. */
export function loader(): Response {
  return redirect(PAGE);
}

async function add(context: Provider, request: Request, form: FormData): Promise<string> {
  const answer = passkeyAnswerIn(form, newPasskeyAnswerSchema);
  const userAgent = request.headers.get('user-agent') ?? '';
  const { name } = await addPasskey(contextOf(context), sessionOf(context), passkeySite(context), answer, userAgent);
  return say(texts.added, { name });
}

async function remove(context: Provider, id: string): Promise<string> {
  if (isId(id)) await removePasskey(contextOf(context), sessionOf(context).user.id, id).catch(asRemoved);
  return say(texts.removed);
}

/** What was removed meanwhile is gone, which is what was wanted. */
function asRemoved(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not-found')) throw error;
}
