import { Link, Outlet, redirect, useSearchParams } from 'react-router';
import {
  fallbackToFirstPage,
  isListStale,
  isUnknownType,
  vaultPath,
  vaultType,
} from '#app/components/content/lists.ts';
import { usePendingThumbnails } from '#app/components/content/use-pending-thumbnails.ts';
import { ContentCard } from '#app/components/content-card.tsx';
import { EmptyShelfDrawing } from '#app/components/empty-shelf-drawing.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PlanBanner } from '#app/components/plan-banner.tsx';
import { StorageBar } from '#app/components/storage-bar.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { fullVault } from '#app/plans/banners.ts';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { contentCategories } from '#messages/en/content-categories.ts';
import { contentList } from '#messages/en/content-list.ts';
import { say } from '#messages/say.ts';
import { type Contents, listContents } from '#services/contents/read-contents.ts';
import { storageUse } from '#services/contents/storage.ts';
import type { Route } from './+types/dashboard-content.ts';

const PER_PAGE = 24;

export const meta: Route.MetaFunction = ({ location }) => {
  const type = vaultType(new URLSearchParams(location.search));
  return [
    { title: type ? say(contentList.titleOfType, { type: say(contentCategories[type]) }) : say(contentList.title) },
  ];
};

export function loader({ context, url: { searchParams: query } }: Route.LoaderArgs) {
  const type = vaultType(query);
  if (isUnknownType(query)) throw redirect(vaultPath(null));
  return loadPage(context, async () => {
    const services = contextOf(context);
    const { id } = accountOf(context);
    const contents = await fallbackToFirstPage(vaultPath(type), () =>
      listContents(services, id, { limit: PER_PAGE, type, cursor: query.get('cursor') }),
    );
    const storage = await storageUse(services, id);
    return { contents, storage, full: fullVault(storage, '/dashboard/content') };
  });
}

export const shouldRevalidate = isListStale;

export default function DashboardContent({ loaderData: { data: view, toast, time_zone, now } }: Route.ComponentProps) {
  usePendingThumbnails(view?.contents.contents ?? [], now);
  const [query] = useSearchParams();
  const type = vaultType(query);
  return (
    <>
      <main className="main wrap" id="main">
        <PageToast toast={toast} />
        <div className="head head-row">
          <div className="stack-s">
            <h1>{say(contentList.heading)}</h1>
            <p className="lead">{say(contentList.lead)}</p>
          </div>
          <Link className="btn btn-primary" to={type ? `/create?type=${type}` : '/create'}>
            {say(contentList.create)}
          </Link>
        </div>
        {!view && <NotLoaded />}
        {view && (
          <>
            <StorageBar storage={view.storage} />
            {view.full && <PlanBanner {...view.full} />}
            <div className="vault">
              <TypeTabs current={type} byType={view.storage.byType} />
              <Shelf contents={view.contents} timeZone={time_zone} type={type} isLater={query.has('cursor')} />
            </div>
          </>
        )}
      </main>
      <Outlet />
    </>
  );
}

function TypeTabs({
  current,
  byType,
}: {
  current: ContentType | null;
  byType: { type: ContentType; items: number }[];
}) {
  const count = (type: ContentType | null) =>
    byType.reduce((sum, one) => sum + (type === null || one.type === type ? one.items : 0), 0);
  const tabs = [null, ...CONTENT_TYPES].map((type) => ({
    to: vaultPath(type),
    label: say(contentList.typeAndCount, { type: say(contentCategories[type ?? 'all']), count: count(type) }),
    isCurrent: type === current,
  }));
  return <Tabs label={say(contentList.types)} tabs={tabs} />;
}

interface ShelfProps {
  contents: Contents;
  timeZone: string;
  type: ContentType | null;
  /** Not the first page. */
  isLater: boolean;
}

function Shelf({ contents: { contents, next }, timeZone, type, isLater }: ShelfProps) {
  if (contents.length === 0) return <Empty type={type} isLater={isLater} />;
  return (
    <section aria-labelledby="h-shelf">
      <h2 className="vh" id="h-shelf" data-list>
        {say(type ? contentCategories[type] : contentList.shelf)}
      </h2>
      <ul className="shelf">
        {contents.map((content) => (
          <ContentCard key={content.id} content={content} timeZone={timeZone} list="/dashboard/content" />
        ))}
      </ul>
      {(isLater || next) && (
        <nav className="row between pages" aria-label={say(contentList.pages)}>
          {isLater && (
            <Link className="btn btn-quiet" to={vaultPath(type)}>
              {say(contentList.newest)}
            </Link>
          )}
          {next && (
            <Link className="btn btn-secondary push" to={vaultPath(type, next)}>
              {say(contentList.older)}
            </Link>
          )}
        </nav>
      )}
    </section>
  );
}

function Empty({ type, isLater }: Pick<ShelfProps, 'type' | 'isLater'>) {
  return (
    <div className="empty">
      <EmptyShelfDrawing />
      <p>{say(contentList.none[isLater ? 'older' : (type ?? 'all')])}</p>
      {isLater ? (
        <Link className="btn btn-secondary" to={vaultPath(type)}>
          {say(contentList.newest)}
        </Link>
      ) : (
        <Link className="btn btn-secondary" to={type ? `/create?type=${type}` : '/create'}>
          {say(type === 'text' || type === null ? contentList.write : contentList.choose)}
        </Link>
      )}
    </div>
  );
}
