import { Outlet, useLocation } from 'react-router';
import { frameOf } from '#app/accounts/frame.ts';
import { TabBar, TopBar } from '#app/components/navigation.tsx';
import { PublicBar, PublicFoot } from '#app/components/public-bar.tsx';
import { visitContext } from '#app/middleware/context.ts';
import { asDocument } from '#app/middleware/guards.ts';
import { limitCalls } from '#app/middleware/limit-calls.ts';
import { recogniseVisit } from '#app/middleware/session.ts';
import { recordSignOfLife } from '#app/middleware/sign-of-life.ts';
import type { PageHandle } from '#app/page-scripts.ts';
import type { Route } from './+types/public.ts';

export const handle: PageHandle = { scripts: 'visitors' };

/** Allows everyone; a signed-in person sees another navigation. */
const recognise: Route.MiddlewareFunction = async ({ request, context }, next) => {
  await recogniseVisit(request, context);
  return next();
};

export const middleware: Route.MiddlewareFunction[] = [asDocument, recognise, limitCalls, recordSignOfLife];

export async function loader({ context }: Route.LoaderArgs) {
  // A person whose session cannot be read at the moment is not asked to sign in.
  return { isVisitor: context.get(visitContext) === 'visitor', frame: await frameOf(context) };
}

/** The frame of the public pages. */
export default function Public({ loaderData: { isVisitor, frame } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <div className="app">
      {isVisitor ? <PublicBar isPricing={pathname === '/pricing'} /> : <TopBar {...frame} />}
      <Outlet />
      {isVisitor ? <PublicFoot /> : <TabBar />}
    </div>
  );
}
