import { Link } from 'react-router';
import { EmptyShelfDrawing } from '#app/components/empty-shelf-drawing.tsx';
import type { PublicContentView } from '#services/contents/read-contents.ts';
import { GalleryCard } from './card.tsx';

interface GalleryListProps {
  contents: readonly PublicContentView[];
  timeZone: string;
  /** What a card's address ends with: by it, closing leads back to this very page of the gallery. */
  search: string;
  /** Where what is older stands; null at the end. */
  older: string | null;
  /** Where it begins; null where this is the beginning. */
  newest: string | null;
}

/** What people chose to show to everyone, newest first. */
export function GalleryList({ contents, timeZone, search, older, newest }: GalleryListProps) {
  return (
    <>
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
    </>
  );
}

const GHOSTS = [1, 2, 3, 4, 5, 6];

/** Stands where the gallery will be while it is fetched. */
export function GalleryLoading() {
  return (
    <>
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
    </>
  );
}
