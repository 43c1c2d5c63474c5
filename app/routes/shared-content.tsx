import { Link } from 'react-router';
import { ContentBody } from '#app/components/content/body.tsx';
import { galleryPath, galleryType } from '#app/components/gallery/gallery.tsx';
import { Glyph } from '#app/components/glyphs.tsx';
import { TypeBadge } from '#app/components/type-badge.tsx';
import { documentNote } from '#app/contents/opens-with.ts';
import { publicContent, timeZoneOf } from '#app/gallery/public-content.ts';
import { socialCard } from '#app/gallery/social-card.ts';
import type { PageHandle } from '#app/page-scripts.ts';
import { plainDate } from '#messages/dates.ts';
import { frame } from '#messages/en/frame.ts';
import { gallery } from '#messages/en/gallery.ts';
import { say, sayRich } from '#messages/say.ts';
import type { Route } from './+types/shared-content.ts';

export const handle: PageHandle = { scripts: 'visitors', isShared: true };

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.card;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const content = await publicContent(context, params.id);
  const card = socialCard(context, {
    path: `/shared/${content.id}`,
    title: say(gallery.titleOfItem, { title: content.title || say(frame.untitled) }),
    words: say(gallery.itemDescription),
  });
  const closeTo = galleryPath(galleryType(url.searchParams), url.searchParams.get('cursor'));
  return { card, content, opensWith: documentNote(content), closeTo, time_zone: timeZoneOf(context) };
}

const HEADING = 'h-shared';

/** One public item. Over the gallery, app/gallery-script.ts shows the article's children in a dialog. */
export default function SharedContent({
  loaderData: { content, opensWith, closeTo, time_zone },
}: Route.ComponentProps) {
  const { id, type, title, created_at } = content;
  return (
    <main className="main wrap" id="main">
      <article className="alone" aria-labelledby={HEADING}>
        <div className="bar">
          <TypeBadge type={type} />
          <Link className="x" to={closeTo} data-close>
            <span className="vh">{say(gallery.close)}</span>
            <Glyph name="close" />
          </Link>
        </div>
        <div className="inner">
          <div className="letter-head">
            <h1 id={HEADING}>{title || say(frame.untitled)}</h1>
            <p className="small soft">
              <time dateTime={created_at}>{plainDate(created_at, time_zone)}</time>
            </p>
          </div>
          <ContentBody content={content} opensWith={opensWith} />
          <p className="way-to-report small soft">
            {sayRich(gallery.report, { link: (children) => <Link to={`/shared/${id}/report`}>{children}</Link> })}
          </p>
        </div>
      </article>
    </main>
  );
}
