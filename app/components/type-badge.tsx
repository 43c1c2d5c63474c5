import type { ContentType } from '#domain/content/content.ts';
import { Glyph } from './glyphs.tsx';

/** What each type is called, in the singular. */
export const TYPE_NAMES = {
  text: 'Text',
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  file: 'File',
} as const satisfies Record<ContentType, string>;

/** What there is of each type (spec.md section 2). */
export const TYPE_PLURALS = {
  text: 'Texts',
  image: 'Images',
  video: 'Videos',
  audio: 'Audio',
  file: 'Documents',
} as const satisfies Record<ContentType, string>;

/** Says what kind of thing it is: a sign and its word. */
export function TypeBadge({ type }: { type: ContentType }) {
  return (
    <span className="badge">
      <Glyph name={type} />
      {TYPE_NAMES[type]}
    </span>
  );
}
