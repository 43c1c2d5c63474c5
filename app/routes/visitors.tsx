import { Outlet } from 'react-router';
import { requireVisitor } from '#app/middleware/guards.ts';
import type { Route } from './+types/visitors.ts';

export const middleware: Route.MiddlewareFunction[] = [requireVisitor];

/** Without a loader a navigation in the browser would not ask the server, so not the guard. */
export function loader() {
  return null;
}

export default function Visitors() {
  return <Outlet />;
}
