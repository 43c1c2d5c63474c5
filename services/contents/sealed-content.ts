/** How contents are sealed with their owner's key, and what is shown in place of one whose seal is broken. */
import type { Selectable } from 'kysely';
import type { Blank } from '#db/entities/content.ts';
import type { Tables } from '#db/query.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { keyedHash } from '#services/crypto/keyed-hash.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { SealBroken, seal, unseal } from '#services/crypto/seal.ts';

/** The part of a content that lists and mails show. It is sealed as one. */
export interface ContentHead {
  title: string;
  /** The first words of a letter; empty for a file. */
  excerpt: string;
  /** The file's name on its sender's device; absent for a letter. */
  original_filename?: string;
}

/** @returns the ciphertext of a content's head */
export function sealHead(key: PersonKey, contentId: string, head: ContentHead): Buffer {
  return seal(key, { kind: 'content-head', id: contentId }, Buffer.from(JSON.stringify(head)));
}

/** @throws SealBroken when it belongs to another person or content, or was changed */
export function openHead(key: PersonKey, contentId: string, sealed: Buffer): ContentHead {
  return JSON.parse(unseal(key, { kind: 'content-head', id: contentId }, sealed).toString('utf8')) as ContentHead;
}

/** @returns the ciphertext of a letter */
export function sealBody(key: PersonKey, contentId: string, text: string): Buffer {
  return seal(key, { kind: 'content-body', id: contentId }, Buffer.from(text));
}

/** @throws SealBroken when it belongs to another person or content, or was changed */
export function openBody(key: PersonKey, contentId: string, sealed: Buffer): string {
  return unseal(key, { kind: 'content-body', id: contentId }, sealed).toString('utf8');
}

/** @returns the ciphertext of the note with a file; null for an empty one */
export function sealCaption(key: PersonKey, contentId: string, note: string): Buffer | null {
  return note ? seal(key, { kind: 'content-caption', id: contentId }, Buffer.from(note)) : null;
}

/** @throws SealBroken when it belongs to another person or content, or was changed */
export function openCaption(key: PersonKey, contentId: string, sealed: Buffer | null): string {
  return sealed ? unseal(key, { kind: 'content-caption', id: contentId }, sealed).toString('utf8') : '';
}

/**
 * Proves, with the person's key, that a copy, a backup or a restored object is the file that was uploaded. Without the
 * key it reveals nothing about the file.
 * @param sha256 of the bytes as they were uploaded
 * @returns 32 bytes
 */
export function contentMac(key: PersonKey, fileId: string, sha256: Buffer): Buffer {
  return keyedHash(key, { kind: 'file', id: fileId }, sha256);
}

/** The length of what is sealed is a multiple of this, so that few files are told apart by it. */
const BLANKS_BYTES = 256;

/** @returns the ciphertext of where a file names its location: in plain, the list would tell which file it is */
export function sealBlanks(key: PersonKey, fileId: string, blanks: readonly Blank[]): Buffer {
  const list = JSON.stringify(blanks);
  const padded = list.padEnd(Math.ceil(list.length / BLANKS_BYTES) * BLANKS_BYTES);
  return seal(key, { kind: 'blanks', id: fileId }, Buffer.from(padded));
}

/**
 * @param row as it is stored; the version before this one has written `blanks` in plain
 * @throws SealBroken when it belongs to another person or file, or was changed
 */
export function openBlanks(
  key: PersonKey,
  fileId: string,
  { sealed_blanks, blanks }: Pick<Selectable<Tables['files']>, 'sealed_blanks' | 'blanks'>,
): Blank[] {
  if (!sealed_blanks) return blanks ?? [];
  return JSON.parse(unseal(key, { kind: 'blanks', id: fileId }, sealed_blanks).toString('utf8')) as Blank[];
}

/** @returns the title of a content that cannot be opened */
export function sayUnreadable(): string {
  return say(contentRefusals.unreadable);
}

/**
 * Opens one item of a list, so that a damaged one does not hide the others.
 * @param about ids for the log
 * @param open opens the item
 * @param fallback is shown in its place
 * @throws SealBroken when the context has no `onBroken`
 */
export function fallbackIfUnreadable<T>(
  { onBroken }: Pick<Context, 'onBroken'>,
  about: Record<string, string>,
  open: () => T,
  fallback: T,
): T {
  try {
    return open();
  } catch (error) {
    if (!onBroken || !(error instanceof SealBroken)) throw error;
    onBroken(error, about);
    return fallback;
  }
}
