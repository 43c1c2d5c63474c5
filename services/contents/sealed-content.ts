import type { PersonKey } from '#services/crypto/keyring.ts';
import { seal, unseal } from '#services/crypto/seal.ts';

/** What lists and mails show of a content: sealed as one. */
export interface ContentHead {
  title: string;
  /** The first words of a letter; empty for anything else. */
  excerpt: string;
  /** What the file was called where it came from; absent for a letter. */
  original_filename?: string;
}

/** @returns the ciphertext of a content's head */
export function sealHead(key: PersonKey, contentId: string, head: ContentHead): Buffer {
  return seal(key, { kind: 'content-head', id: contentId }, Buffer.from(JSON.stringify(head)));
}

/** @throws Error when it is not this person's, not this content's, or was changed */
export function openHead(key: PersonKey, contentId: string, sealed: Buffer): ContentHead {
  return JSON.parse(unseal(key, { kind: 'content-head', id: contentId }, sealed).toString('utf8')) as ContentHead;
}

/** @returns the ciphertext of a letter */
export function sealBody(key: PersonKey, contentId: string, text: string): Buffer {
  return seal(key, { kind: 'content-body', id: contentId }, Buffer.from(text));
}

/** @throws Error when it is not this person's, not this content's, or was changed */
export function openBody(key: PersonKey, contentId: string, sealed: Buffer): string {
  return unseal(key, { kind: 'content-body', id: contentId }, sealed).toString('utf8');
}
