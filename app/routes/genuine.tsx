import { webDeps } from '#app/middleware/context.ts';
import { asDocument } from '#app/middleware/guards.ts';
import { type PageHandle, STATIC_PAGE } from '#app/page-scripts.ts';
import { GenuinePage } from '#app/static-pages/genuine-page.tsx';
import { LanguageLinks } from '#app/static-pages/language-choice.tsx';
import { StaticFrame } from '#app/static-pages/layout.tsx';
import type { Route } from './+types/genuine.ts';

/** A link from a page of the application loads it as a document: it has a frame of its own. */
export const middleware: Route.MiddlewareFunction[] = [asDocument];

export const handle: PageHandle = { ...STATIC_PAGE, isListed: true, isShared: true };

/** For anyone who wonders whether a message comes from us. Every mail has its address. */
export function loader({ context }: Route.LoaderArgs) {
  const { appOrigin, senders } = context.get(webDeps);
  return { ...senders, address: `${appOrigin}/` };
}

export default function Genuine({ loaderData: senders }: Route.ComponentProps) {
  return (
    <StaticFrame>
      <GenuinePage {...senders} />
      <LanguageLinks path="/genuine" />
    </StaticFrame>
  );
}
