import { Link } from 'react-router';
import { EmptyShelfDrawing } from '#app/components/empty-shelf-drawing.tsx';
import type { PublicContentView } from '#services/contents/read-contents.ts';
import { GalleryCard } from './card.tsx';

interface GalleryListProps {
  contents: readonly PublicContentView[];
  timeZone: string;
  /** The end of a card's address: with it, Close leads back to this page of the gallery. */
  search: string;
  /** The address of older items; null at the end. */
  older: string | null;
  /** The address of the first page; null on the first page. */
  newest: string | null;
}

/** The public items, newest first. While another list is on its way, app/gallery-script.ts marks the section busy. */
export function GalleryList({ contents, timeZone, search, older, newest }: GalleryListProps) {
  return (
    <section aria-label="Shared Memories" aria-busy="false">
      {contents.length === 0 ? (
        <div className="gallery-empty empty">
          <EmptyShelfDrawing />
          <p>No content in this category yet.</p>
        </div>
      ) : (
        <ul className="gallery">
          {contents.map((content) => (
            <GalleryCard key={content.id} content={content} timeZone={timeZone} search={search} />
          ))}
        </ul>
      )}
      {(older || newest) && (
        <nav className="gallery-pages row between" aria-label="Pages">
          {newest && (
            <Link className="btn btn-quiet" to={newest}>
              Newest
            </Link>
          )}
          {older && (
            <Link className="btn btn-secondary push" to={older}>
              Older
            </Link>
          )}
        </nav>
      )}
      <GalleryLoading />
    </section>
  );
}

const GHOSTS = [1, 2, 3, 4, 5, 6];

/** Styles show it instead of the list in a busy section. */
function GalleryLoading() {
  return (
    <div className="gallery-loading">
      <p className="vh" role="status">
        Loading
      </p>
      <ul className="gallery is-loading" aria-hidden="true">
        {GHOSTS.map((ghost) => (
          <li key={ghost} className="pub">
            <div className="pub-thumb" />
            <div className="pub-line" />
            <div className="pub-line" />
          </li>
        ))}
      </ul>
    </div>
  );
}
