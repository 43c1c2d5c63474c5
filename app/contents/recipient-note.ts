/** What a recipient will not be able to see at once. The server writes it, so that browsers do not load its texts. */
import { hasJpegCopy, isShownInline, seldomShownFormat } from '#domain/content/media.ts';
import { recipientNotes } from '#messages/en/recipient-notes.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';

/** @returns what the recipient gets of a file that most browsers do not show or play; null for every other content */
export function recipientNote({ type, metadata, preview }: ContentView): string | null {
  if (type === 'text' || type === 'file' || isShownInline(metadata.content_type)) return null;
  const format = seldomShownFormat(metadata.original_filename ?? '');
  const few = format ? say(recipientNotes.few, { type, format }) : say(recipientNotes.fewUnnamed, { type });
  if (hasJpegCopy(metadata.content_type)) return `${few} ${say(recipientNotes.copy)}`;
  const gets = preview?.kind === 'picture' ? say(recipientNotes.still, { type }) : say(recipientNotes.download);
  return `${few} ${gets}`;
}
