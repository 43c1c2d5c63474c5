import { redirect } from 'react-router';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, sessionOf, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { endDevice, endOtherDevices } from '#services/accounts/sessions.ts';
import type { Route } from './+types/profile-devices.ts';

/** Signs out one device, or all but this one where none is named. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const device = (await readForm(request)).get('device');
  try {
    const { sessionId, user } = sessionOf(context);
    const { em } = contextOf(context);
    if (device === null) await endOtherDevices(em, user.id, sessionId);
    else if (typeof device === 'string' && isId(device)) await endDevice(em, user.id, device).catch(asEnded);
    return await redirectWithToast(
      '/profile',
      toast('success', device === null ? 'Signed out everywhere else' : 'Signed out there'),
    );
  } catch (error) {
    if (error instanceof Response) throw error;
    context.get(webParts).log.error({ err: error }, 'a device could not be signed out');
    return redirectWithToast('/profile', toast('error', 'Failed to update profile'));
  }
}

/** The devices are a part of the profile. */
export function loader(): Response {
  return redirect('/profile');
}

/** What has ended by itself meanwhile is as good. */
function asEnded(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not-found')) throw error;
}
