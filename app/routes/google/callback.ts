import { enter } from '#app/http/enter.ts';
import { copyGooglePicture } from '#app/http/google-picture.ts';
import { forgetWish, wishOf } from '#app/http/google-wish.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, webParts } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { orGoogleProblemPage } from '#app/plain/or-problem-page.ts';
import { type IdentityOutcome, signInWithIdentity } from '#services/accounts/identities.ts';
import type { Identified } from '#services/ports/identity-provider.ts';
import type { Route } from './+types/callback.ts';
import { googleOf, hearGoogle } from './google.ts';

const WORDS: Record<IdentityOutcome, string> = {
  known: 'Login successful!',
  linked: 'Login successful!',
  new: 'Registration successful!',
  'taken-over':
    'Login successful! The password that this account had was removed: its address had never been confirmed.',
};

/** Where Google sends people back to. Whatever comes of it, this attempt is over. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { request, context } = args;
  const answer = await orGoogleProblemPage(context, async () => {
    const came = await hearGoogle(context, request);
    return came === 'cancelled' ? backToSignIn(args) : enterAs(args, came.identified);
  });
  const response = new Response(answer.body, answer);
  const { google } = context.get(webParts).composition;
  for (const cookie of google?.forget(request) ?? []) response.headers.append('set-cookie', cookie);
  return response;
}

async function enterAs({ request, context }: Route.LoaderArgs, identified: Identified): Promise<Response> {
  const { to, timeZone } = await wishOf(request);
  const device = await deviceOf(context, request);
  const entered = await signInWithIdentity(contextOf(context), identified, timeZone, device, 'cookie');
  if (entered.outcome !== 'known') await copyGooglePicture(context, googleOf(context), identified, entered.user);
  return enter(context, entered, device, to, WORDS[entered.outcome], [['set-cookie', await forgetWish()]]);
}

async function backToSignIn({ request }: Route.LoaderArgs): Promise<Response> {
  const { to } = await wishOf(request);
  const address = to ? `/auth?${new URLSearchParams({ to })}` : '/auth';
  return redirectWithToast(address, toast('info', 'You did not sign in with Google, so nothing was changed.'));
}
