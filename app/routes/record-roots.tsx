import { contextOf } from '#app/middleware/context.ts';
import { asDocument } from '#app/middleware/guards.ts';
import { type PageHandle, STATIC_PAGE } from '#app/page-scripts.ts';
import { StaticFrame } from '#app/static-pages/layout.tsx';
import { RecordRootsPage } from '#app/static-pages/record-roots-page.tsx';
import { listRoots } from '#services/record/roots.ts';
import type { Route } from './+types/record-roots.ts';

export const middleware: Route.MiddlewareFunction[] = [asDocument];

export const handle: PageHandle = { ...STATIC_PAGE, isListed: true };

export async function loader({ context }: Route.LoaderArgs) {
  return { roots: await listRoots(contextOf(context).em) };
}

export default function RecordRoots({ loaderData: { roots } }: Route.ComponentProps) {
  return (
    <StaticFrame>
      <RecordRootsPage roots={roots} />
    </StaticFrame>
  );
}
