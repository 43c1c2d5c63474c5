import { sealedItem } from '#messages/en/sealed-item.ts';
import { say } from '#messages/say.ts';
import { Badge } from './type-badge.tsx';

/** In place of the type of a sealed item, which we do not know. */
export function SealedBadge() {
  return <Badge glyph="sealed" name={say(sealedItem.badge)} />;
}
