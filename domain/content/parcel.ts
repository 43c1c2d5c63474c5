/** What a server that cannot open a parcel knows of it. @see docs/parcel.md */

/** Of the share that we hold, in bytes. */
export const PARCEL_SHARE_BYTES = 33;
/** Of meta.age and key.age each, in bytes: several times what a parcel of ours needs. */
export const PARCEL_PART_MAX = 7 * 1024;
/** The parts of a form with a parcel, beside its file. */
export const PARCEL_PARTS = ['meta', 'key', 'share'] as const;

/** The version, at least one stanza, and the MAC of an age header. */
const HEADER = /^age-encryption\.org\/v1\n-> [\x21-\x7e](?:[\x20-\x7e]|\n)*?\n--- [A-Za-z0-9+/]{43}\n/;
/** A nonce, and the tag of the shortest payload. */
const PAYLOAD_MIN = 32;

/**
 * @param head the first bytes of a file, its header at least
 * @returns whether it is an age file, as far as its header shows
 * @see https://c2sp.org/age
 */
export function isAgeFile(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, PARCEL_PART_MAX));
  const header = HEADER.exec(text)?.[0];
  return header !== undefined && head.length >= header.length + PAYLOAD_MIN;
}
