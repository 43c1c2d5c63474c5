/** The gallery of public items: its addresses, its categories, its list. */
import { Link } from 'react-router';
import { EmptyShelfDrawing } from '#app/components/empty-shelf-drawing.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { Thumbnail } from '#app/components/thumbnail.tsx';
import { TypeBadge } from '#app/components/type-badge.tsx';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { truncate } from '#domain/content/truncate.ts';
import { plainDate } from '#messages/dates.ts';
import { contentCategories } from '#messages/en/content-categories.ts';
import { frame } from '#messages/en/frame.ts';
import { gallery } from '#messages/en/gallery.ts';
import { say } from '#messages/say.ts';
import type { PublicContentView } from '#services/contents/read-contents.ts';

/** spec.md section 9. */
const PREVIEW_LENGTH = 150;
const PLACEHOLDERS = [1, 2, 3, 4, 5, 6];

/** @param type null for all */
export function galleryPath(type: ContentType | null, cursor: string | null = null): string {
  const query = new URLSearchParams({ ...(type && { type }), ...(cursor && { cursor }) });
  return query.size > 0 ? `/shared?${query}` : '/shared';
}

/** @returns the category in the address; null, which means all, for an unknown one */
export function galleryType(query: URLSearchParams): ContentType | null {
  return CONTENT_TYPES.find((type) => type === query.get('type')) ?? null;
}

export function GalleryTabs({ current }: { current: ContentType | null }) {
  const tabs = [null, ...CONTENT_TYPES].map((type) => ({
    to: galleryPath(type),
    label: say(contentCategories[type ?? 'all']),
    isCurrent: type === current,
  }));
  return <Tabs label={say(gallery.categories)} tabs={tabs} />;
}

interface GalleryListProps {
  contents: readonly PublicContentView[];
  timeZone: string;
  /** The query of this page: an item's address carries it, so that closing the item leads back here. */
  search: string;
  /** The address of the next page; null on the last. */
  older: string | null;
  /** The address of the first page; null on the first. */
  newest: string | null;
}

/** Public items, newest first. While another list is loading, app/gallery-script.ts marks the section busy. */
export function GalleryList({ contents, timeZone, search, older, newest }: GalleryListProps) {
  return (
    <section aria-label={say(gallery.title)} aria-busy="false">
      {contents.length === 0 ? (
        <div className="gallery-empty empty">
          <EmptyShelfDrawing />
          <p>{say(gallery.none)}</p>
        </div>
      ) : (
        <ul className="gallery">
          {contents.map((content) => (
            <GalleryCard key={content.id} content={content} timeZone={timeZone} search={search} />
          ))}
        </ul>
      )}
      {(older || newest) && (
        <nav className="gallery-pages row between" aria-label={say(gallery.pages)}>
          {newest && (
            <Link className="btn btn-quiet" to={newest}>
              {say(gallery.newest)}
            </Link>
          )}
          {older && (
            <Link className="btn btn-secondary push" to={older}>
              {say(gallery.older)}
            </Link>
          )}
        </nav>
      )}
      <GalleryLoading />
    </section>
  );
}

/** The placeholder while another list loads: styles show it in place of the list in a busy section. */
function GalleryLoading() {
  return (
    <div className="gallery-loading">
      <p className="vh" role="status">
        {say(gallery.loading)}
      </p>
      <ul className="gallery is-loading" aria-hidden="true">
        {PLACEHOLDERS.map((number) => (
          <li key={number} className="pub">
            <div className="pub-thumb" />
            <div className="pub-line" />
            <div className="pub-line" />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface GalleryCardProps {
  content: PublicContentView;
  timeZone: string;
  search: string;
}

/**
 * One public item. The whole card is a link, which app/gallery-script.ts opens in a dialog. A letter shows its first words in
 * place of a picture.
 */
function GalleryCard({ content, timeZone, search }: GalleryCardProps) {
  const { id, type, title, created_at } = content;
  return (
    <li className="pub">
      <div className="pub-thumb">
        <Preview content={content} />
      </div>
      <div className="pub-text">
        <TypeBadge type={type} />
        <h2 className="name">
          <Link to={{ pathname: `/shared/${id}`, search }}>{title || say(frame.untitled)}</Link>
        </h2>
        <p className="date">
          <time dateTime={created_at}>{plainDate(created_at, timeZone)}</time>
        </p>
      </div>
    </li>
  );
}

function Preview({ content }: { content: PublicContentView }) {
  return content.type === 'text' ? (
    <p className="excerpt">{truncate(content.excerpt, PREVIEW_LENGTH)}</p>
  ) : (
    <Thumbnail content={content} />
  );
}
