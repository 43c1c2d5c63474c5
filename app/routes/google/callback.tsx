import { finishSignIn } from '#app/accounts/finish-sign-in.ts';
import { clearGoogleReturn, readGoogleReturn } from '#app/accounts/google-return.ts';
import { copyGooglePicture } from '#app/accounts/picture.ts';
import { askForCode } from '#app/accounts/second-step.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, webDeps } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { type PageHandle, STATIC_PAGE } from '#app/page-scripts.ts';
import { StaticFrame } from '#app/static-pages/layout.tsx';
import { GoogleTrouble } from '#app/static-pages/link-troubles.tsx';
import { privateAnswer, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import type { Message } from '#messages/catalogue.ts';
import { authToasts } from '#messages/en/auth.ts';
import { googleReplies } from '#messages/en/google-refusals.ts';
import { say } from '#messages/say.ts';
import { type IdentityOutcome, signInWithIdentity } from '#services/accounts/identities.ts';
import { CodeRequired } from '#services/accounts/second-step.ts';
import type { Identified } from '#services/ports/identity-provider.ts';
import type { Route } from './+types/callback.ts';
import { finishGoogleReturn, googleOf } from './google.ts';

const WORDS = {
  known: authToasts.signedIn,
  linked: authToasts.signedIn,
  new: authToasts.signedUp,
  'taken-over': googleReplies.passwordRemoved,
} satisfies Record<IdentityOutcome, Message>;

/** Ends this attempt to sign in, also one that failed. */
const endAttempt: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const response = await next();
  const { google } = context.get(webDeps).composition;
  for (const cookie of google?.forget(request) ?? []) response.headers.append('set-cookie', cookie);
  return response;
};

export const handle: PageHandle = STATIC_PAGE;

export const middleware: Route.MiddlewareFunction[] = [privateAnswer, endAttempt];

/** Where Google sends people back to. */
export function loader(args: Route.LoaderArgs) {
  const { request, context } = args;
  return showPage(context, async () => {
    const came = await finishGoogleReturn(context, request);
    return came === 'cancelled' ? backToSignIn(args) : enterAs(args, came.identified);
  });
}

/** The loader redirects, so there is a page only for what was refused. */
export default function Callback() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <StaticFrame>
      <GoogleTrouble {...troubleOf(error)} />
    </StaticFrame>
  );
}

async function enterAs({ request, context }: Route.LoaderArgs, identified: Identified): Promise<Response> {
  const { to, timeZone } = await readGoogleReturn(request);
  const device = await deviceOf(context, request);
  const forget: [string, string][] = [['set-cookie', await clearGoogleReturn()]];
  const entered = await signInWithIdentity(contextOf(context), identified, timeZone, device, 'cookie').catch(
    (error: unknown) => {
      if (error instanceof CodeRequired && error.secret) return error.secret;
      throw error;
    },
  );
  if (typeof entered === 'string') return askForCode(context, entered, to, forget);
  if (entered.outcome !== 'known') await copyGooglePicture(context, googleOf(context), identified, entered.user);
  return finishSignIn(context, entered, to, say(WORDS[entered.outcome]), forget);
}

async function backToSignIn({ request }: Route.LoaderArgs): Promise<Response> {
  const { to } = await readGoogleReturn(request);
  const address = to ? `/auth?${new URLSearchParams({ to })}` : '/auth';
  return redirectWithToast(address, toast('info', say(googleReplies.cancelled)));
}
