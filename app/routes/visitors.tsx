import { Outlet } from 'react-router';
import { requireVisitor } from '#app/middleware/guards.ts';
import type { Route } from './+types/visitors.ts';

export const middleware: Route.MiddlewareFunction[] = [requireVisitor];

/** With a loader each navigation in the browser asks the server, and so the guard. */
export function loader() {
  return null;
}

export default function Visitors() {
  return <Outlet />;
}
