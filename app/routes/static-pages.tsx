import { Outlet } from 'react-router';
import { asDocument } from '#app/middleware/guards.ts';
import { type PageHandle, STATIC_PAGE } from '#app/page-scripts.ts';
import { StaticFrame } from '#app/static-pages/layout.tsx';
import { privateAnswer } from '#app/static-pages/loader-answers.ts';
import type { Route } from './+types/static-pages.ts';

export const handle: PageHandle = STATIC_PAGE;

export const middleware: Route.MiddlewareFunction[] = [asDocument, privateAnswer];

/** The pages that people open from a message: without scripts, for any device (app/static-pages). */
export default function StaticPages() {
  return (
    <StaticFrame>
      <Outlet />
    </StaticFrame>
  );
}
