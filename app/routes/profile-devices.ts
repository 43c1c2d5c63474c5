import { redirect } from 'react-router';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, type Provider, sessionOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Message } from '#messages/catalogue.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { forgetDevice } from '#services/accounts/known-device.ts';
import { endDevice, signOutElsewhere } from '#services/accounts/sessions.ts';
import type { Route } from './+types/profile-devices.ts';

/** Forgets one browser, or signs out one device, or all but this one where none is named. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const form = await readForm(request);
  try {
    const done = await change(context, idIn(form, 'known'), idIn(form, 'device'));
    return await redirectWithToast(pageOf(form), toast('success', say(done)));
  } catch (error) {
    if (error instanceof Response) throw error;
    context.get(webDeps).log.error({ err: error }, 'a device could not be signed out');
    return redirectWithToast(pageOf(form), toast('error', say(profileAnswers.notSaved)));
  }
}

/** The devices are a part of the profile. */
export function loader(): Response {
  return redirect('/profile');
}

async function change(context: Provider, known: string | null, device: string | null): Promise<Message> {
  const session = sessionOf(context);
  const { user } = session;
  const services = contextOf(context);
  if (known !== null) {
    if (isId(known)) await forgetDevice(services, user.id, known).catch(asEnded);
    return profileAnswers.browserForgotten;
  }
  if (device === null) {
    await signOutElsewhere(services, session);
    return profileAnswers.signedOutElsewhere;
  }
  if (isId(device)) await endDevice(services, user.id, device).catch(asEnded);
  return profileAnswers.signedOutThere;
}

/** @returns the page of the form: three have one */
function pageOf(form: FormData): string {
  if (form.has('known')) return '/profile/browsers';
  return form.has('security') ? '/profile/security' : '/profile';
}

function idIn(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' ? value : null;
}

/** What has ended meanwhile counts as ended. */
function asEnded(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not-found')) throw error;
}
