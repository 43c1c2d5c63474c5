/** Unsaved letters in this browser, sealed: only pages of the person who wrote them have the key. */
import type { DraftKey } from '#services/accounts/person-key.ts';

/** What is written and not saved yet. */
export interface Draft {
  title: string;
  content: string;
  /** What the letter was when this was begun, as `printOf` has it. */
  base: string;
  /** When it was kept here, an instant. */
  at: string;
}

/** Where a window keeps its draft. */
export interface DraftPlace {
  name: string;
  /** What the window left there, by which it knows its own; null where it left nothing. */
  sealed: string | null;
}

const NONCE_BYTES = 12;
/** As many as one call of `fromCharCode` surely takes. */
const CHUNK = 8192;
/** Each window with the same letter has a place of its own. */
const NEXT_PLACE = '+';

let last: Promise<unknown> = Promise.resolve();

/** One after the other: what is forgotten is not kept again by a sealing that began before. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}

/** @returns the newest draft of a letter, and its place; null where there is none, and where it is not ours to open */
export function readDraft(letter: string, key: DraftKey['key']): Promise<{ draft: Draft; place: DraftPlace } | null> {
  return inTurn(async () => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(letter));
    const found = (await Promise.all(names.map((name) => open(name, key)))).filter((one) => one !== null);
    return found.sort((one, other) => other.draft.at.localeCompare(one.draft.at))[0] ?? null;
  });
}

/**
 * Keeps a draft where this window kept its last one. What another window has left there meanwhile stays, and this one
 * goes to the next place.
 * @param place says where it is, afterwards
 * @throws where the browser keeps nothing, or has no room for it
 */
export function keepDraft(place: DraftPlace, key: DraftKey['key'], draft: Draft): Promise<void> {
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

/** Takes a draft away: it was saved, or somebody does not want it any more. Another window's stays. */
export function forgetDraft(place: DraftPlace): Promise<void> {
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

/** @returns what tells one letter from another that it was before */
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

/** Base64: twelve bytes of a nonce end where a character does. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
