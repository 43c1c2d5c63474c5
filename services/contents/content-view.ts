import type { Content } from '#db/entities/content.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { type ContentHead, openHead } from './sealed-content.ts';
import { UNREADABLE } from './unreadable.ts';

/** What a person sees of one thing they keep, in a list. Instants are ISO 8601 with Z. */
export interface ContentView {
  id: string;
  type: ContentType;
  title: string;
  /** The first words of a letter, at most EXCERPT_LENGTH characters; empty for anything else. */
  excerpt: string;
  /** Its file is served at `/api/content/file/{file_id}`; null for a letter. */
  file_id: string | null;
  is_public: boolean;
  is_emergency: boolean;
  metadata: {
    /** Null for a letter. */
    original_filename: string | null;
    content_type: string;
    /** In bytes. */
    size: number;
  };
  preview: Preview | null;
  created_at: string;
}

/**
 * What stands for a file in a list: a picture at `/api/content/file/{file_id}/thumbnail`, or the loudness of a recording
 * from its beginning to its end, each 0 to 255. Null until it is made, and where none can be made.
 */
export type Preview = { kind: 'picture'; width: number; height: number } | { kind: 'waveform'; peaks: number[] };

/** A content as lists read it: without its text. */
export type ContentRow = Pick<
  Content,
  'id' | 'type' | 'head' | 'file' | 'contentType' | 'size' | 'isPublic' | 'isEmergency' | 'createdAt'
>;

/** @throws SealBroken when its head was changed, or is another's */
export function toContentView(key: PersonKey, content: ContentRow, preview: Preview | null = null): ContentView {
  return viewOf(content, openHead(key, content.id, content.head), preview);
}

/** @returns what is known of a content without opening anything of it */
export function toUnreadableView(content: ContentRow): ContentView {
  return viewOf(content, { title: UNREADABLE, excerpt: '' }, null);
}

function viewOf(content: ContentRow, head: ContentHead, preview: Preview | null): ContentView {
  const { title, excerpt, original_filename = null } = head;
  return {
    id: content.id,
    type: content.type,
    title,
    excerpt,
    file_id: content.file ?? null,
    is_public: content.isPublic,
    is_emergency: content.isEmergency,
    metadata: { original_filename, content_type: content.contentType, size: content.size },
    preview,
    created_at: content.createdAt.toISOString(),
  };
}
