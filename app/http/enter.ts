import { contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { knowDevice } from '#app/middleware/known-device.ts';
import { startSession } from '#app/middleware/session.ts';
import { createExchangeCode, type Device, type SignedIn } from '#services/accounts/sessions.ts';
import { redirectWithToast, toast } from './toast.ts';

/**
 * Lets somebody in who has just signed in: sets the cookie of pages, and leads to the wanted page with the code that its
 * script swaps for the token of calls. The page is loaded as a whole, since that script runs first of all.
 * @param entered with the cookie of the session
 * @param device the browser, which is known from now on
 * @param wanted a path of ours (app/http/own-path.ts); null is the dashboard
 * @param words the toast
 * @param headers what else the answer carries
 */
export async function enter(
  context: Provider,
  entered: SignedIn,
  device: Device,
  wanted: string | null,
  words: string,
  headers: [string, string][] = [],
): Promise<Response> {
  const cookie = await startSession(context.get(webParts).appOrigin, entered.secret);
  const code = await createExchangeCode(contextOf(context), entered);
  return redirectWithToast(`${wanted ?? '/dashboard'}#session_id=${code}`, toast('success', words), [
    ['set-cookie', cookie],
    ['set-cookie', await knowDevice(context, device, entered.user.id)],
    ['x-remix-reload-document', 'true'],
    ...headers,
  ]);
}
