import { redirect } from 'react-router';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, sessionOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { endDevice, endOtherDevices } from '#services/accounts/sessions.ts';
import type { Route } from './+types/profile-devices.ts';

/** Signs out one device, or all but this one where none is named. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const device = (await readForm(request)).get('device');
  try {
    const { sessionId, user } = sessionOf(context);
    const services = contextOf(context);
    if (device === null) await endOtherDevices(services.em, user.id, sessionId);
    else if (typeof device === 'string' && isId(device)) await endDevice(services, user.id, device).catch(asEnded);
    const done = say(device === null ? profileAnswers.signedOutElsewhere : profileAnswers.signedOutThere);
    return await redirectWithToast('/profile', toast('success', done));
  } catch (error) {
    if (error instanceof Response) throw error;
    context.get(webDeps).log.error({ err: error }, 'a device could not be signed out');
    return redirectWithToast('/profile', toast('error', say(profileAnswers.notSaved)));
  }
}

/** The devices are a part of the profile. */
export function loader(): Response {
  return redirect('/profile');
}

/** A session that has ended meanwhile counts as signed out. */
function asEnded(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not-found')) throw error;
}
