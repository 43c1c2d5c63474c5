import type { ContentType } from '#domain/content/content.ts';
import { contentTypes } from '#messages/en/content-types.ts';
import { say } from '#messages/say.ts';
import { Glyph } from './glyphs.tsx';

/** @returns "Image" */
export function typeName(type: ContentType): string {
  return say(contentTypes.names[type]);
}

/** The type of a content: an icon and its name. */
export function TypeBadge({ type }: { type: ContentType }) {
  return (
    <span className="badge">
      <Glyph name={type} />
      {typeName(type)}
    </span>
  );
}
