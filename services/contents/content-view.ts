import type { Selectable } from 'kysely';
import type { Tables } from '#db/query.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { type ContentHead, openHead, sayUnreadable } from './sealed-content.ts';

/** A content as its owner sees it in a list. Instants are ISO 8601 with Z. */
export interface ContentView {
  id: string;
  type: ContentType;
  title: string;
  /** The first words of a letter, at most EXCERPT_LENGTH characters; empty for a file. */
  excerpt: string;
  /** Its file is served at `/api/content/file/{file_id}`; null for a letter. */
  file_id: string | null;
  is_public: boolean;
  is_emergency: boolean;
  /** Its file is content.age of a parcel, which we cannot open. */
  is_sealed: boolean;
  /** Raised with each change of its title, text, note or `shares_location`. */
  version: number;
  /** Recipients get the location that a camera wrote into the file. */
  shares_location: boolean;
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
 * What lists show of a file: a picture at `/api/content/file/{file_id}/thumbnail`, or the loudness of a recording from
 * its beginning to its end, each 0 to 255. Null until it is made, and where none can be made.
 */
export type Preview = { kind: 'picture'; width: number; height: number } | { kind: 'waveform'; peaks: number[] };

/** A content as lists read it: without its text. */
export type ContentRow = Pick<
  Tables['contents'],
  'id' | 'type' | 'head' | 'file_id' | 'content_type' | 'size' | 'is_public' | 'is_emergency' | 'created_at'
> &
  // Those of a content that was just created.
  Partial<Pick<Selectable<Tables['contents']>, 'version' | 'shares_location' | 'is_sealed'>>;

/** @throws SealBroken when its head was changed, or belongs to another content */
export function toContentView(key: PersonKey, row: ContentRow, preview: Preview | null = null): ContentView {
  return viewOf(row, openHead(key, row.id, row.head), preview);
}

/** @returns the columns that are not sealed, under the title sayUnreadable() */
export function toUnreadableView(row: ContentRow): ContentView {
  return viewOf(row, { title: sayUnreadable(), excerpt: '' }, null);
}

function viewOf(row: ContentRow, head: ContentHead, preview: Preview | null): ContentView {
  const { title, excerpt, original_filename = null } = head;
  const { id, type, file_id, is_public, is_emergency, content_type, version = 1, shares_location = false } = row;
  const { is_sealed = false } = row;
  return {
    id,
    type,
    title,
    excerpt,
    file_id,
    is_public,
    is_emergency,
    is_sealed,
    version,
    shares_location,
    // Postgres gives a bigint as text.
    metadata: { original_filename, content_type, size: Number(row.size) },
    preview,
    created_at: row.created_at.toISOString(),
  };
}
