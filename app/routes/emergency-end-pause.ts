import { redirect } from 'react-router';
import { errorResponse } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyAnswers } from '#messages/en/emergency-answers.ts';
import { say } from '#messages/say.ts';
import { endPause } from '#services/emergency/change-settings.ts';
import type { Route } from './+types/emergency-end-pause.ts';

const EMERGENCY = '/emergency';

/** Ends the present pause: the owner is back. An address of its own, because a return never waits for a proof. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  try {
    await endPause(contextOf(context), accountOf(context).id);
    return await redirectWithToast(EMERGENCY, toast('success', say(emergencyAnswers.saved)));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof AppError)) context.get(webDeps).log.error({ err: error }, 'a pause could not be ended');
    else if (error.code !== 'conflict') throw errorResponse(error);
    return redirectWithToast(EMERGENCY, toast('error', say(emergencyAnswers.notSaved)));
  }
}

/** It is a part of the page. */
export function loader(): Response {
  return redirect(EMERGENCY);
}
