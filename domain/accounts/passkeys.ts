/** Passkeys: what an account may have of them, and what decides about one. */
import { MINUTE } from '../time/durations.ts';

/** For one account: a person has a few devices, and perhaps a key on a key ring. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
/** How long a challenge is valid, in milliseconds: a person looks for a key, and its PIN. */
export const CHALLENGE_LIFE = 5 * MINUTE;

/**
 * The signatures that we accept, by their COSE numbers: EdDSA, ES256, RS256. Every authenticator has one of them.
 * @see https://www.iana.org/assignments/cose/cose.xhtml#algorithms
 */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** What a challenge is for; the answer to one is worth nothing for another. */
export type PasskeyUse = 'add' | 'sign-in';

/** Where passkeys are kept, by the number of the authenticator's make. The names are the same in every language. */
const KEEPERS: ReadonlyMap<string, string> = new Map([
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'iCloud Keychain'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'],
  ['53414d53-554e-4700-0000-000000000000', 'Samsung Pass'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
  ['b84e4048-15dc-4dd0-8640-f4f60813c8af', 'NordPass'],
  ['50726f74-6f6e-5061-7373-50726f746f6e', 'Proton Pass'],
  ['fdb141b2-5d84-443e-8a35-4698c205a502', 'KeePassXC'],
]);

/**
 * @param aaguid the number of an authenticator's make, as a UUID in lower case. Nobody vouches for it
 * @returns the name of what keeps the passkey; null where we do not know it
 * @see https://github.com/passkeydeveloper/passkey-authenticator-aaguids
 */
export function keeperOf(aaguid: string): string | null {
  return KEEPERS.get(aaguid) ?? null;
}

/** @returns the name, or the name with the first number that no other passkey of the account has: "Bitwarden 2" */
export function freeName(wanted: string, others: readonly string[]): string {
  const taken = new Set(others.map(comparable));
  const room = PASSKEY_NAME_MAX - `${PASSKEYS_MAX}`.length - 1;
  const base = wanted.slice(0, room).trim();
  let name = base;
  for (let n = 2; taken.has(comparable(name)); n++) name = `${base} ${n}`;
  return name;
}

/** @returns whether two passkeys would have the same name for a person */
export function isSameName(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

function comparable(name: string): string {
  return name.toLowerCase();
}

/**
 * Whether the count of signatures fits: it goes up with each one. If it does not, a copy of the key has signed meanwhile.
 * Passkeys that are kept in several devices do not count, and always send 0.
 * @see https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
 */
export function countsUp(saved: number, given: number): boolean {
  return given > saved || (given === 0 && saved === 0);
}
