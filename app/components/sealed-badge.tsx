import { sealedItem } from '#messages/en/sealed-item.ts';
import { say } from '#messages/say.ts';
import { Glyph } from './glyphs.tsx';

/** In place of the type of a sealed item, which we do not know. */
export function SealedBadge() {
  return (
    <span className="badge">
      <Glyph name="sealed" />
      {say(sealedItem.badge)}
    </span>
  );
}
