import { Link } from 'react-router';
import { ContentDetail, DetailBar } from '#app/components/content/detail.tsx';
import { ErrorPage, EVERYTHING } from '#app/components/error-page.tsx';
import { Glyph } from '#app/components/glyphs.tsx';
import { ownContent } from '#app/contents/own-content.ts';
import type { Route } from './+types/dashboard-content-item.ts';

const HEADING = 'h-content';
const LIST = '/dashboard/content';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.content.title || 'Untitled'} · Stillhere` },
];

export function loader({ context, params }: Route.LoaderArgs) {
  return ownContent(context, params.id);
}

/** One kept thing as a page: reached directly, and wherever there are no scripts. */
export default function DashboardContentItem({ loaderData: own }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <article className="alone" aria-labelledby={HEADING}>
        <div className="bar">
          <DetailBar content={own.content} />
          <Link className="x" to={LIST}>
            <span className="vh">Close</span>
            <Glyph name="close" />
          </Link>
        </div>
        <ContentDetail own={own} headingId={HEADING} closeTo={LIST} heading="h1" />
      </article>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={EVERYTHING} />;
}
