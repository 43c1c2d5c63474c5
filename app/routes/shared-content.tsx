import { Link, useLocation, useOutletContext } from 'react-router';
import { ContentBody } from '#app/components/content-body.tsx';
import { plainDate } from '#app/components/dates.ts';
import { galleryPath, galleryType } from '#app/components/gallery-tabs.tsx';
import { Modal } from '#app/components/modal.tsx';
import { TypeBadge } from '#app/components/type-badge.tsx';
import { publicContent } from '#app/http/public-content.ts';
import type { WholePublicContent } from '#services/contents/public-queries.ts';
import type { Route } from './+types/shared-content.ts';
import type { SharedFrame } from './shared.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.content.title || 'Untitled'} · Shared Memories · Stillhere` },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  return { content: await publicContent(context, params.id) };
}

const HEADING = 'h-shared';

export default function SharedContent({ loaderData: { content } }: Route.ComponentProps) {
  const { time_zone, isAlone } = useOutletContext<SharedFrame>();
  const query = new URLSearchParams(useLocation().search);
  const closeTo = galleryPath(galleryType(query), query.get('cursor'));
  if (!isAlone)
    return (
      <Modal labelledBy={HEADING} closeTo={closeTo}>
        <Detail content={content} timeZone={time_zone} />
      </Modal>
    );
  return (
    <main className="main wrap" id="main">
      <article className="shared-alone" aria-labelledby={HEADING}>
        <Detail content={content} timeZone={time_zone} />
        <Link className="btn btn-secondary" to={closeTo}>
          Close
        </Link>
      </article>
    </main>
  );
}

function Detail({ content, timeZone }: { content: WholePublicContent; timeZone: string }) {
  return (
    <>
      <TypeBadge type={content.type} />
      <h1 id={HEADING}>{content.title || 'Untitled'}</h1>
      <p className="small soft">
        <time dateTime={content.created_at}>{plainDate(content.created_at, timeZone)}</time>
      </p>
      <ContentBody content={content} />
      <p className="small soft">
        Should this not be here? <Link to={`/shared/${content.id}/report`}>Report</Link>
      </p>
    </>
  );
}
