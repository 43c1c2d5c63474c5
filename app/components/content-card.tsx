import { Link, useLocation, useNavigation } from 'react-router';
import { truncate } from '#domain/content/truncate.ts';
import { plainDate } from '#messages/dates.ts';
import { contentCard } from '#messages/en/content-card.ts';
import { frame } from '#messages/en/frame.ts';
import { sealedItem } from '#messages/en/sealed-item.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { Glyph } from './glyphs.tsx';
import { SealedBadge } from './sealed-badge.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { TypeBadge } from './type-badge.tsx';

/** spec.md section 9. */
const PREVIEW_LENGTH = 100;

interface ContentCardProps {
  content: ContentView;
  timeZone: string;
  /** The path of its list: with scripts the content opens over it. */
  list: string;
}

/** A content in a list. The whole card is a link. */
export function ContentCard({ content, timeZone, list }: ContentCardProps) {
  const { search } = useLocation();
  const next = useNavigation().location;
  const { id, type, title, excerpt, is_public, is_sealed, created_at } = content;
  const pathname = `${list}/open/${id}`;
  const isOpening = next?.pathname === pathname;
  return (
    <li className="keep" aria-busy={isOpening}>
      <div className="stand">
        <Thumbnail content={{ ...content, excerpt: truncate(excerpt, PREVIEW_LENGTH) }} />
      </div>
      <div className="cap">
        <p className="kinds">
          {is_sealed ? <SealedBadge /> : <TypeBadge type={type} />}
          {is_public && (
            <span className="badge">
              <Glyph name="shared" />
              {say(contentCard.public)}
            </span>
          )}
        </p>
        <h3 className="name">
          <Link to={{ pathname, search }} mask={`/dashboard/content/${id}`} preventScrollReset>
            {title || say(frame.untitled)}
          </Link>
        </h3>
        {type !== 'text' && <p className="kind">{say(is_sealed ? sealedItem.preview : contentCard.file)}</p>}
        <p className="date">
          <time dateTime={created_at}>{plainDate(created_at, timeZone)}</time>
        </p>
      </div>
    </li>
  );
}
