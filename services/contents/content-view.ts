import type { Content } from '#db/entities/content.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { openHead } from './sealed-content.ts';

/** What a person sees of one thing they keep, in a list. Instants are ISO 8601 with Z. */
export interface ContentView {
  id: string;
  type: ContentType;
  title: string;
  /** The first words of a letter, at most EXCERPT_LENGTH characters. */
  excerpt: string;
  is_public: boolean;
  is_emergency: boolean;
  created_at: string;
}

export function toContentView(key: PersonKey, content: Omit<Content, 'body'>): ContentView {
  return {
    id: content.id,
    type: content.type,
    ...openHead(key, content.id, content.head),
    is_public: content.isPublic,
    is_emergency: content.isEmergency,
    created_at: content.createdAt.toISOString(),
  };
}
