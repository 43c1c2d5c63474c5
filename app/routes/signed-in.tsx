import { Outlet, useNavigation } from 'react-router';
import { TabBar, TopBar } from '#app/components/navigation.tsx';
import { unconfirmedOf } from '#app/middleware/context.ts';
import { requireAccount } from '#app/middleware/guards.ts';
import type { Route } from './+types/signed-in.ts';

export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** Without a loader a navigation in the browser would not ask the guard. */
export function loader({ context }: Route.LoaderArgs) {
  return { unconfirmed: unconfirmedOf(context) };
}

/** The frame of every page of a signed-in person. */
export default function SignedIn({ loaderData: { unconfirmed } }: Route.ComponentProps) {
  const isUnderWay = useNavigation().state !== 'idle';
  return (
    <div className="app" aria-busy={isUnderWay}>
      <TopBar unconfirmed={unconfirmed} />
      <Outlet />
      <TabBar />
    </div>
  );
}
