import { Outlet, useNavigation } from 'react-router';
import { frameOf } from '#app/accounts/frame.ts';
import { TabBar, TopBar } from '#app/components/navigation.tsx';
import { requireAccount } from '#app/middleware/guards.ts';
import { limitCalls } from '#app/middleware/limit-calls.ts';
import { requireRecentProof } from '#app/middleware/recent-proof.ts';
import { recordSignOfLife } from '#app/middleware/sign-of-life.ts';
import type { Route } from './+types/signed-in.ts';

export const middleware: Route.MiddlewareFunction[] = [
  requireAccount,
  limitCalls,
  requireRecentProof,
  recordSignOfLife,
];

/** With a loader each navigation in the browser asks the server, and so the guard. */
export function loader({ context, url }: Route.LoaderArgs) {
  return frameOf(context, url.pathname);
}

/** The frame of every page of a signed-in person. */
export default function SignedIn({ loaderData }: Route.ComponentProps) {
  const isLoading = useNavigation().state !== 'idle';
  return (
    <div className="app" aria-busy={isLoading}>
      <TopBar {...loaderData} />
      <Outlet />
      <TabBar />
    </div>
  );
}
