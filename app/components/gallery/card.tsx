import { Link } from 'react-router';
import { plainDate } from '#app/components/dates.ts';
import { firstWords } from '#app/components/first-words.ts';
import { Thumbnail } from '#app/components/thumbnail.tsx';
import { TypeBadge } from '#app/components/type-badge.tsx';
import type { PublicContentView } from '#services/contents/read-contents.ts';

/** spec.md section 9. */
const PREVIEW_LENGTH = 150;

interface GalleryCardProps {
  content: PublicContentView;
  timeZone: string;
  search: string;
}

/** One public item: a letter is its own picture. The whole card is a link, which app/gallery-script.ts opens in a dialog. */
export function GalleryCard({ content, timeZone, search }: GalleryCardProps) {
  const { id, type, title, created_at } = content;
  return (
    <li className="pub">
      <div className="pub-thumb">
        <Face content={content} />
      </div>
      <div className="pub-text">
        <TypeBadge type={type} />
        <h2 className="name">
          <Link to={{ pathname: `/shared/${id}`, search }}>{title || 'Untitled'}</Link>
        </h2>
        <p className="date">
          <time dateTime={created_at}>{plainDate(created_at, timeZone)}</time>
        </p>
      </div>
    </li>
  );
}

function Face({ content }: { content: PublicContentView }) {
  return content.type === 'text' ? (
    <p className="excerpt">{firstWords(content.excerpt, PREVIEW_LENGTH)}</p>
  ) : (
    <Thumbnail content={content} />
  );
}
