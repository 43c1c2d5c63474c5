import { redirect } from 'react-router';
import { errorResponse } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyAnswers } from '#messages/en/emergency-answers.ts';
import { say } from '#messages/say.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import type { Route } from './+types/emergency-contents.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const EMERGENCY = '/emergency';

/** Sets something aside for the trusted contacts, or takes it back. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const form = await readForm(request);
  const isAdded = form.get('verb') === 'add';
  try {
    await setEmergency(contextOf(context), accountOf(context).id, String(form.get('content_id')), isAdded);
    const done = say(isAdded ? emergencyAnswers.added : emergencyAnswers.removed);
    return await redirectWithToast(EMERGENCY, toast('success', done));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError && error.code === 'not-found') throw errorResponse(error);
    context.get(webDeps).log.error({ err: error }, 'a content could not be set aside or taken back');
    return redirectWithToast(EMERGENCY, toast('error', say(emergencyAnswers.notChanged)));
  }
}

/** The list is a part of the page. */
export function loader(): Response {
  return redirect(EMERGENCY);
}
