import { Link, Outlet, redirect, useSearchParams } from 'react-router';
import { isListStale, isUnknownType, orFirstPage, vaultPath, vaultType } from '#app/components/content/lists.ts';
import { usePicturesToCome } from '#app/components/content/to-come.ts';
import { EmptyShelfDrawing } from '#app/components/empty-shelf-drawing.tsx';
import { Keep } from '#app/components/keep.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PlanNotice } from '#app/components/plan-notice.tsx';
import { StorageBar } from '#app/components/storage-bar.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { TYPE_PLURALS } from '#app/components/type-badge.tsx';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { fullVault } from '#app/plans/notices.ts';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { type Contents, listContents } from '#services/contents/read-contents.ts';
import { storageUse } from '#services/contents/storage.ts';
import type { Route } from './+types/dashboard-content.ts';

const PER_PAGE = 24;

export const meta: Route.MetaFunction = ({ location }) => {
  const type = vaultType(new URLSearchParams(location.search));
  return [{ title: `${type ? `${TYPE_PLURALS[type]} · ` : ''}Everything you keep · Stillhere` }];
};

export function loader({ context, url: { searchParams: query } }: Route.LoaderArgs) {
  const type = vaultType(query);
  if (isUnknownType(query)) throw redirect(vaultPath(null));
  return loadPage(context, async () => {
    const services = contextOf(context);
    const { id } = accountOf(context);
    const contents = await orFirstPage(vaultPath(type), () =>
      listContents(services, id, { limit: PER_PAGE, type, cursor: query.get('cursor') }),
    );
    const storage = await storageUse(services, id);
    return { contents, storage, full: fullVault(storage, '/dashboard/content') };
  });
}

export const shouldRevalidate = isListStale;

export default function DashboardContent({ loaderData: { data: view, toast, time_zone, now } }: Route.ComponentProps) {
  usePicturesToCome(view?.contents.contents ?? [], now);
  const [query] = useSearchParams();
  const type = vaultType(query);
  return (
    <>
      <main className="main wrap" id="main">
        <PageToast toast={toast} />
        <div className="head head-row">
          <div className="stack-s">
            <h1>Everything you keep</h1>
            <p className="lead">Only you can see it, unless you make it public or send it.</p>
          </div>
          <Link className="btn btn-primary" to={type ? `/create?type=${type}` : '/create'}>
            Create
          </Link>
        </div>
        {!view && <NotLoaded />}
        {view && (
          <>
            <StorageBar storage={view.storage} />
            {view.full && <PlanNotice {...view.full} />}
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
  const number = new Intl.NumberFormat('en-GB');
  const tabs = [null, ...CONTENT_TYPES].map((type) => ({
    to: vaultPath(type),
    label: `${type ? TYPE_PLURALS[type] : 'All'} ${number.format(count(type))}`,
    isCurrent: type === current,
  }));
  return <Tabs label="Type" tabs={tabs} />;
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
        {type ? TYPE_PLURALS[type] : 'On the shelf'}
      </h2>
      <ul className="shelf">
        {contents.map((content) => (
          <Keep key={content.id} content={content} timeZone={timeZone} list="/dashboard/content" />
        ))}
      </ul>
      {(isLater || next) && (
        <nav className="row between pages" aria-label="Pages">
          {isLater && (
            <Link className="btn btn-quiet" to={vaultPath(type)}>
              Newest
            </Link>
          )}
          {next && (
            <Link className="btn btn-secondary push" to={vaultPath(type, next)}>
              Older
            </Link>
          )}
        </nav>
      )}
    </section>
  );
}

const NOTHING = {
  text: 'No texts yet. A letter to somebody, or to yourself years from now, is a good beginning.',
  image: 'No images yet. JPG, PNG or GIF: a room, a face, a page of handwriting.',
  video: 'No videos yet. MP4, MOV or AVI: a minute is often enough.',
  audio: 'No audio yet. MP3, WAV or OGG: a voice is what people miss first.',
  file: 'No documents yet. Whatever somebody will need one day: a deed, a list, a recipe.',
} satisfies Record<ContentType, string>;

function Empty({ type, isLater }: Pick<ShelfProps, 'type' | 'isLater'>) {
  return (
    <div className="empty">
      <EmptyShelfDrawing />
      <p>{isLater ? 'Nothing older is here.' : type ? NOTHING[type] : 'Nothing on the shelf yet.'}</p>
      {isLater ? (
        <Link className="btn btn-secondary" to={vaultPath(type)}>
          Newest
        </Link>
      ) : (
        <Link className="btn btn-secondary" to={type ? `/create?type=${type}` : '/create'}>
          {type === 'text' || type === null ? 'Write a letter' : 'Choose a file'}
        </Link>
      )}
    </div>
  );
}
