import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, entryContext, type Provider, webDeps } from '#app/middleware/context.ts';
import { knowDevice } from '#app/middleware/known-device.ts';
import { startSession } from '#app/middleware/session.ts';
import { createExchangeCode } from '#services/accounts/exchange-codes.ts';
import type { Entered } from '#services/accounts/known-device.ts';

/**
 * Sets the session cookie and redirects to a page, with the code that the page's script exchanges for an API token. The
 * whole document is loaded, because that script must run first.
 * @param entered has the secret of the session and the proof of the browser, which is known from now on
 * @param wanted a path of ours (app/http/own-path.ts); null means the dashboard
 * @param words the toast
 * @param headers further headers of the response
 */
export async function finishSignIn(
  context: Provider,
  entered: Entered,
  wanted: string | null,
  words: string,
  headers: [string, string][] = [],
): Promise<Response> {
  const cookie = await startSession(context.get(webDeps).appOrigin, entered.secret);
  const code = await createExchangeCode(contextOf(context), entered);
  const known: [string, string][] =
    entered.proof === null ? [] : [['set-cookie', await knowDevice(context, entered.proof)]];
  const to = `${wanted ?? '/dashboard'}#session_id=${code}`;
  context.set(entryContext, to);
  return redirectWithToast(to, toast('success', words), [['set-cookie', cookie], ...known, ...headers]);
}
