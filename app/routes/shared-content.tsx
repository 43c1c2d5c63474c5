import { Link, useLocation, useOutletContext } from 'react-router';
import { ContentBody } from '#app/components/content/body.tsx';
import { plainDate } from '#app/components/dates.ts';
import { galleryPath, galleryType } from '#app/components/gallery/tabs.tsx';
import { Modal } from '#app/components/modal.tsx';
import { TypeBadge } from '#app/components/type-badge.tsx';
import { publicContent } from '#app/contents/public-content.ts';
import { socialCard } from '#app/http/social-card.ts';
import type { WholePublicContent } from '#services/contents/read-contents.ts';
import type { Route } from './+types/shared-content.ts';
import type { SharedFrame } from './shared.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.card;

export async function loader({ context, params }: Route.LoaderArgs) {
  const content = await publicContent(context, params.id);
  const card = socialCard(context, {
    path: `/shared/${content.id}`,
    title: `${content.title || 'Untitled'} · Shared Memories`,
    words: 'Kept on Stillhere, and shown to everyone by its owner.',
  });
  return { card, content };
}

const HEADING = 'h-shared';

export default function SharedContent({ loaderData: { content } }: Route.ComponentProps) {
  const { time_zone, isAlone } = useOutletContext<SharedFrame>();
  const query = new URLSearchParams(useLocation().search);
  const closeTo = galleryPath(galleryType(query), query.get('cursor'));
  const { type, title } = content;
  if (!isAlone)
    return (
      <Modal labelledBy={HEADING} closeTo={closeTo} bar={<TypeBadge type={type} />}>
        <div className="inner">
          <div className="letter-head">
            <h2 id={HEADING}>{title || 'Untitled'}</h2>
            <SharedOn content={content} timeZone={time_zone} />
          </div>
          <ContentBody content={content} />
          <WayToReport id={content.id} />
        </div>
      </Modal>
    );
  return (
    <main className="main wrap" id="main">
      <article className="shared-alone" aria-labelledby={HEADING}>
        <div className="letter-head">
          <TypeBadge type={type} />
          <h1 id={HEADING}>{title || 'Untitled'}</h1>
          <SharedOn content={content} timeZone={time_zone} />
        </div>
        <ContentBody content={content} />
        <WayToReport id={content.id} />
        <p>
          <Link className="btn btn-secondary" to={closeTo}>
            Close
          </Link>
        </p>
      </article>
    </main>
  );
}

function SharedOn({ content: { created_at }, timeZone }: { content: WholePublicContent; timeZone: string }) {
  return (
    <p className="small soft">
      <time dateTime={created_at}>{plainDate(created_at, timeZone)}</time>
    </p>
  );
}

function WayToReport({ id }: { id: string }) {
  return (
    <p className="way-to-report small soft">
      Should this not be here? <Link to={`/shared/${id}/report`}>Report it</Link>
    </p>
  );
}
