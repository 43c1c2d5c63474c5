import { data, redirect } from 'react-router';
import { fallbackToFirstPage, isUnknownType } from '#app/components/content/lists.ts';
import { GalleryList, GalleryTabs, galleryPath, galleryType } from '#app/components/gallery/gallery.tsx';
import { timeZoneOf } from '#app/gallery/public-content.ts';
import { socialCard } from '#app/gallery/social-card.ts';
import { STATUS } from '#app/http/errors.ts';
import { contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import type { PageHandle } from '#app/page-scripts.ts';
import type { ContentType } from '#domain/content/content.ts';
import { contentCategories } from '#messages/en/content-categories.ts';
import { gallery } from '#messages/en/gallery.ts';
import { say } from '#messages/say.ts';
import { listPublicContents } from '#services/contents/read-contents.ts';
import type { Route } from './+types/shared.ts';

const PER_PAGE = 24;

export const handle: PageHandle = { scripts: 'visitors', isShared: true };

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.card;

export async function loader({ context, url }: Route.LoaderArgs) {
  if (isUnknownType(url.searchParams)) throw redirect(galleryPath(null));
  const type = galleryType(url.searchParams);
  const cursor = url.searchParams.get('cursor');
  const list = await listed(context, type, cursor);
  const card = socialCard(context, {
    path: galleryPath(type),
    title: type ? say(gallery.titleOfType, { type: say(contentCategories[type]) }) : say(gallery.title),
    words: say(gallery.lead),
  });
  const page = { card, type, isFirst: cursor === null, time_zone: timeZoneOf(context), search: url.search };
  // A failure is only logged, and the list stays empty (spec.md section 8).
  return list
    ? data({ ...page, list })
    : data({ ...page, list: { contents: [], next: null } }, { status: STATUS.unavailable });
}

async function listed(context: Provider, type: ContentType | null, cursor: string | null) {
  try {
    return await fallbackToFirstPage(galleryPath(type), () =>
      listPublicContents(contextOf(context), { limit: PER_PAGE, type, cursor }),
    );
  } catch (error) {
    if (error instanceof Response) throw error;
    context.get(webDeps).log.error({ err: error }, 'the public contents could not be loaded');
    return null;
  }
}

/** The gallery. */
export default function Shared({ loaderData: { list, type, isFirst, time_zone, search } }: Route.ComponentProps) {
  return (
    <main className="main wrap shared" id="main">
      <div className="head stack-s">
        <h1>{say(gallery.title)}</h1>
        <p className="lead">{say(gallery.lead)}</p>
      </div>
      <GalleryTabs current={type} />
      <GalleryList
        contents={list.contents}
        timeZone={time_zone}
        search={search}
        older={list.next && galleryPath(type, list.next)}
        newest={isFirst ? null : galleryPath(type)}
      />
    </main>
  );
}
