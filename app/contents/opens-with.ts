/** What opens a document. The server writes it, so that browsers do not load its texts. */
import { documentKind } from '#domain/content/document.ts';
import { fileFormat } from '#domain/content/file-name.ts';
import { documentTexts } from '#messages/en/documents.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';

/** @returns what opens a document; null for every other content */
export function documentNote({
  type,
  metadata,
  title,
  is_sealed = false,
}: Pick<ContentView, 'type' | 'metadata' | 'title'> & { is_sealed?: boolean }): string | null {
  if (is_sealed) return say(documentTexts.sealed);
  return type === 'file' ? opensWith(metadata.content_type, metadata.original_filename ?? title) : null;
}

/** @param name with its ending */
export function opensWith(contentType: string, name: string): string {
  const kind = documentKind(contentType, name);
  if (kind) return say(documentTexts[kind]);
  const format = fileFormat(name);
  return format ? say(documentTexts.other, { format }) : say(documentTexts.unnamed);
}
