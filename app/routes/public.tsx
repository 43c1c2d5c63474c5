import { Outlet, useLocation, useNavigation } from 'react-router';
import { TabBar, TopBar } from '#app/components/navigation.tsx';
import { PublicBar, PublicFoot } from '#app/components/public-bar.tsx';
import { frameOf } from '#app/http/frame.ts';
import { visitContext } from '#app/middleware/context.ts';
import { recogniseVisit } from '#app/middleware/session.ts';
import { hearSignOfLife } from '#app/middleware/sign-of-life.ts';
import type { Route } from './+types/public.ts';

/** Nobody is turned away: whoever is signed in only has other ways to go from here. */
const recognise: Route.MiddlewareFunction = async ({ request, context }, next) => {
  await recogniseVisit(request, context);
  return next();
};

export const middleware: Route.MiddlewareFunction[] = [recognise, hearSignOfLife];

export async function loader({ context }: Route.LoaderArgs) {
  // Somebody whose session cannot be looked up just now is not shown a way to sign in.
  return { isVisitor: context.get(visitContext) === 'visitor', frame: await frameOf(context) };
}

/** The frame of what everyone may see. */
export default function Public({ loaderData: { isVisitor, frame } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const isUnderWay = useNavigation().state !== 'idle';
  return (
    <div className="app" aria-busy={isUnderWay}>
      {isVisitor ? <PublicBar isPricing={pathname === '/pricing'} /> : <TopBar {...frame} />}
      <Outlet />
      {isVisitor ? <PublicFoot /> : <TabBar />}
    </div>
  );
}
