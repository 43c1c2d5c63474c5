import { Link } from 'react-router';
import { ContentDetail, DetailBar } from '#app/components/content/detail.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { Glyph } from '#app/components/glyphs.tsx';
import { ownContent } from '#app/contents/own-content.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/dashboard-content-item.ts';

const HEADING = 'h-content';
const LIST = '/dashboard/content';

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error ? [] : [{ title: say(frame.title, { title: loaderData?.content.title || say(frame.untitled) }) }];

export function loader({ context, params }: Route.LoaderArgs) {
  return ownContent(context, params.id);
}

/** A content on a page of its own: opened by its address, or without scripts. */
export default function DashboardContentItem({ loaderData: own }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <article className="alone" aria-labelledby={HEADING}>
        <div className="bar">
          <DetailBar content={own.content} />
          <Link className="x" to={LIST}>
            <span className="vh">{say(frame.close)}</span>
            <Glyph name="close" />
          </Link>
        </div>
        <ContentDetail own={own} headingId={HEADING} closeTo={LIST} heading="h1" />
      </article>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
