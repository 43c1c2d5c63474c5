/** Unsaved letters in this browser, sealed: only pages of the person who wrote them have the key. */
import type { DraftKey } from '#services/accounts/draft-key.ts';

/** What is written and not saved yet. */
export interface Draft {
  title: string;
  content: string;
  /** What the letter was when this was begun, as `printOf` has it. */
  base: string;
  /** When it was kept here, an instant. */
  at: string;
}

const NONCE_BYTES = 12;
/** As many as one call of `fromCharCode` surely takes. */
const CHUNK = 8192;

let last: Promise<unknown> = Promise.resolve();

/** One after the other: what is forgotten is not kept again by a sealing that began before. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}

/** @returns the draft in a place; null where there is none, and where it is not ours to open */
export function readDraft(place: string, key: DraftKey['key']): Promise<Draft | null> {
  return inTurn(async () => {
    const bytes = bytesOf(localStorage.getItem(place) ?? '');
    const how = sealing(place, bytes.slice(0, NONCE_BYTES));
    try {
      const open = await crypto.subtle.decrypt(how, await keyOf(key), bytes.slice(NONCE_BYTES));
      return JSON.parse(new TextDecoder().decode(open)) as Draft;
    } catch {
      return null;
    }
  });
}

/** @throws where the browser keeps nothing, or has no room for it */
export function keepDraft(place: string, key: DraftKey['key'], draft: Draft): Promise<void> {
  return inTurn(async () => {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const plain = new TextEncoder().encode(JSON.stringify(draft));
    const sealed = new Uint8Array(await crypto.subtle.encrypt(sealing(place, nonce), await keyOf(key), plain));
    localStorage.setItem(place, textOf(nonce) + textOf(sealed));
  });
}

/** Takes a draft away: it was saved, or somebody does not want it any more. */
export function forgetDraft(place: string): Promise<void> {
  return inTurn(async () => localStorage.removeItem(place));
}

/** @returns what tells one letter from another that it was before */
export async function printOf({ title, content }: Pick<Draft, 'title' | 'content'>): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([title, content]));
  return textOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function sealing(place: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) };
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
