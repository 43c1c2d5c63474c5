import { data, Outlet, redirect, type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router';
import { isUnknownType, orFirstPage } from '#app/components/content/lists.ts';
import { GalleryList, GalleryLoading } from '#app/components/gallery/list.tsx';
import { GalleryTabs, galleryPath, galleryType } from '#app/components/gallery/tabs.tsx';
import { TYPE_PLURALS } from '#app/components/type-badge.tsx';
import { STATUS } from '#app/http/errors.ts';
import { socialCard } from '#app/http/social-card.ts';
import { contextOf, type Provider, visitContext, webParts } from '#app/middleware/context.ts';
import type { ContentType } from '#domain/content/content.ts';
import { listPublicContents } from '#services/contents/read-contents.ts';
import type { Route } from './+types/shared.ts';

const PER_PAGE = 24;

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.card;

/** The gallery. What stands below it is shown over it, or alone when somebody came there directly: then it is not read. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const time_zone = typeof visit === 'object' ? visit.user.time_zone : 'UTC';
  if (!isGallery(url.pathname)) return data({ card: [], list: null, time_zone });
  if (isUnknownType(url.searchParams)) throw redirect(galleryPath(null));
  const type = galleryType(url.searchParams);
  const list = await listed(context, type, url.searchParams.get('cursor'));
  const card = socialCard(context, {
    path: galleryPath(type),
    title: `${type ? `${TYPE_PLURALS[type]} · ` : ''}Shared Memories`,
    words: 'Things their owners chose to show to everyone.',
  });
  // A failure is only logged, and the list stays empty (spec.md section 8).
  return list
    ? data({ card, list, time_zone })
    : data({ card, list: { contents: [], next: null }, time_zone }, { status: STATUS.unavailable });
}

async function listed(context: Provider, type: ContentType | null, cursor: string | null) {
  try {
    return await orFirstPage(galleryPath(type), () =>
      listPublicContents(contextOf(context), { limit: PER_PAGE, type, cursor }),
    );
  } catch (error) {
    if (error instanceof Response) throw error;
    context.get(webParts).log.error({ err: error }, 'the public contents could not be loaded');
    return null;
  }
}

/** Opening something leaves the gallery behind it as it is; closing it brings the newest, which may not have been there. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (isGallery(nextUrl.pathname)) return !isGallery(currentUrl.pathname) || defaultShouldRevalidate;
  return false;
}

function isGallery(pathname: string): boolean {
  return /^\/shared\/?$/.test(pathname);
}

export default function Shared({ loaderData: { list, time_zone } }: Route.ComponentProps) {
  const { search } = useLocation();
  const coming = useNavigation().location;
  const isTurning = coming !== undefined && isGallery(coming.pathname) && coming.search !== search;
  const query = new URLSearchParams(isTurning ? coming.search : search);
  const type = galleryType(query);
  if (!list) return <Outlet context={{ time_zone, isAlone: true } satisfies SharedFrame} />;
  return (
    <>
      <main className="main wrap shared" id="main">
        <div className="head stack-s">
          <h1>Shared Memories</h1>
          <p className="lead">Things their owners chose to show to everyone.</p>
        </div>
        <GalleryTabs current={type} />
        <section aria-label="Shared Memories" aria-busy={isTurning}>
          {isTurning ? (
            <GalleryLoading />
          ) : (
            <GalleryList
              contents={list.contents}
              timeZone={time_zone}
              search={search}
              older={list.next && galleryPath(type, list.next)}
              newest={query.has('cursor') ? galleryPath(type) : null}
            />
          )}
        </section>
      </main>
      <Outlet context={{ time_zone, isAlone: false } satisfies SharedFrame} />
    </>
  );
}

/** What is known to the page below. */
export interface SharedFrame {
  time_zone: string;
  /** There is no gallery behind it. */
  isAlone: boolean;
}
