/** Drafts in the browser's storage, sealed: only pages of their writer have the key. */
import type { DraftKey } from '#services/crypto/person-key.ts';

export interface Draft {
  title: string;
  content: string;
  /** The fingerprint of the saved letter when the draft began (`printOf`). */
  base: string;
  /** When the draft was stored, ISO 8601 with Z. */
  at: string;
}

/** Where a window stores its draft. */
export interface DraftPlace {
  name: string;
  /** What this window stored there last, to recognize it; null before. */
  sealed: string | null;
}

const NONCE_BYTES = 12;
/** A safe number of arguments for `fromCharCode`. */
const CHUNK = 8192;
/** Appended to the name when another window uses it. */
const NEXT_PLACE = '+';

let last: Promise<unknown> = Promise.resolve();

/** One after the other: an earlier write must not restore a deleted draft. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}

/** @returns the newest draft of a letter with its place; null without one, and for one that the key does not open */
export function readDraft(letter: string, key: DraftKey['key']): Promise<{ draft: Draft; place: DraftPlace } | null> {
  return inTurn(async () => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(letter));
    const found = (await Promise.all(names.map((name) => open(name, key)))).filter((one) => one !== null);
    return found.sort((one, other) => other.draft.at.localeCompare(one.draft.at))[0] ?? null;
  });
}

/**
 * Stores a draft over this window's last one. If another window has used the place meanwhile, the draft goes to the next.
 * @param place is changed to where the draft is
 * @throws where the browser stores nothing or has no room
 */
export function storeDraft(place: DraftPlace, key: DraftKey['key'], draft: Draft): Promise<void> {
  return inTurn(async () => {
    while (!isOwn(place)) place.name += NEXT_PLACE;
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const plain = new TextEncoder().encode(JSON.stringify(draft));
    const how = sealing(place.name, nonce);
    const sealed = textOf(nonce) + textOf(new Uint8Array(await crypto.subtle.encrypt(how, await keyOf(key), plain)));
    localStorage.setItem(place.name, sealed);
    place.sealed = sealed;
  });
}

/** Deletes this window's draft; another window's stays. */
export function deleteDraft(place: DraftPlace): Promise<void> {
  return inTurn(async () => {
    if (isOwn(place)) localStorage.removeItem(place.name);
    place.sealed = null;
  });
}

function isOwn({ name, sealed }: DraftPlace): boolean {
  const there = localStorage.getItem(name);
  return there === null || there === sealed;
}

async function open(name: string, key: DraftKey['key']): Promise<{ draft: Draft; place: DraftPlace } | null> {
  const sealed = localStorage.getItem(name) ?? '';
  try {
    const bytes = bytesOf(sealed);
    const how = sealing(name, bytes.slice(0, NONCE_BYTES));
    const plain = await crypto.subtle.decrypt(how, await keyOf(key), bytes.slice(NONCE_BYTES));
    return { draft: JSON.parse(new TextDecoder().decode(plain)) as Draft, place: { name, sealed } };
  } catch {
    return null;
  }
}

/** @returns a fingerprint of a letter: its SHA-256 in base64 */
export async function printOf({ title, content }: Pick<Draft, 'title' | 'content'>): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([title, content]));
  return textOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function sealing(name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) };
}

function keyOf(key: string): Promise<CryptoKey> {
  const bytes = bytesOf(key.replaceAll('-', '+').replaceAll('_', '/'));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Base64. The nonce's twelve bytes are sixteen characters, so that texts can be concatenated. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
