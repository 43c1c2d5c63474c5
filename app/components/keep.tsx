import { Link, useLocation, useNavigation } from 'react-router';
import type { ContentView } from '#services/contents/content-view.ts';
import { plainDate } from './dates.ts';
import { firstWords } from './first-words.ts';
import { Glyph } from './glyphs.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { TypeBadge } from './type-badge.tsx';

/** spec.md section 9. */
const PREVIEW_LENGTH = 100;

interface KeepProps {
  content: ContentView;
  timeZone: string;
  /** The list it stands in: with scripts it opens over it. */
  list: string;
}

/** A kept thing as it stands on the shelf, with its label below the board. The whole of it leads to it. */
export function Keep({ content, timeZone, list }: KeepProps) {
  const { search } = useLocation();
  const coming = useNavigation().location;
  const { id, type, title, excerpt, is_public, created_at } = content;
  const whole = `${list}/open/${id}`;
  const isOpening = coming?.pathname === whole;
  return (
    <li className="keep" aria-busy={isOpening}>
      <div className="stand">
        <Thumbnail content={{ ...content, excerpt: firstWords(excerpt, PREVIEW_LENGTH) }} />
      </div>
      <div className="cap">
        <p className="kinds">
          <TypeBadge type={type} />
          {is_public && (
            <span className="badge">
              <Glyph name="shared" />
              Public
            </span>
          )}
        </p>
        <h3 className="name">
          <Link to={{ pathname: whole, search }} mask={`/dashboard/content/${id}`} preventScrollReset>
            {title || 'Untitled'}
          </Link>
        </h3>
        {type !== 'text' && <p className="kind">File content</p>}
        <p className="date">
          <time dateTime={created_at}>{plainDate(created_at, timeZone)}</time>
        </p>
      </div>
    </li>
  );
}
