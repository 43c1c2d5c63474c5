import type { ContentView } from '#services/contents/content-view.ts';
import { plainDate } from './dates.ts';
import { Glyph } from './glyphs.tsx';

/** spec.md section 9. */
const PREVIEW_LENGTH = 100;

/** A kept letter as it stands on the shelf: its first words on a sheet, its label below the board. */
export function Keep({ content, timeZone }: { content: ContentView; timeZone: string }) {
  return (
    <li className="keep">
      <div className="stand">
        <p className="thing page sheet">{previewOf(content.excerpt)}</p>
      </div>
      <div className="cap">
        <span className="badge">
          <Glyph name="text" />
          Text
        </span>
        <h3 className="name">{content.title || 'Untitled'}</h3>
        <p className="date">{plainDate(content.created_at, timeZone)}</p>
      </div>
    </li>
  );
}

function previewOf(excerpt: string): string {
  const characters = Array.from(excerpt);
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : excerpt;
}
