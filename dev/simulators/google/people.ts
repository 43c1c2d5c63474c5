/** Who has an account at the simulated Google: a few invented people, and whoever is typed in. */
import { createHash } from 'node:crypto';

/** An account there. */
export interface Person {
  /** What never changes, whatever the address becomes. */
  subject: string;
  email: string;
  name: string;
}

/** Shown in the account chooser. */
export const PEOPLE: readonly Person[] = [
  person('ines.sampaio@example.com', 'Inês Sampaio'),
  person('tomas.lindqvist@example.com', 'Tomás Lindqvist'),
  person('free@example.com', 'Free Example'),
];

/** @returns somebody with an account there, the same one whenever the address is named */
export function personOf(email: string): Person {
  const address = email.trim().toLowerCase();
  return PEOPLE.find((one) => one.email === address) ?? person(address, nameOf(address));
}

/** @returns the person's picture as a PNG: a head and shoulders in a colour of their own */
export async function pictureOf({ subject }: Person): Promise<Buffer> {
  const hue = Number(subject.slice(-3)) % 360;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="hsl(${hue}, 45%, 40%)"/><circle cx="48" cy="38" r="17" fill="#fff"/><path d="M14 96c0-22 14-35 34-35s34 13 34 35z" fill="#fff"/></svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

/** As long as Google's, and made of the address, so that a restart forgets nobody. */
function person(email: string, name: string): Person {
  const digest = createHash('sha256').update(`google ${email}`).digest();
  return { subject: `1${BigInt(`0x${digest.toString('hex')}`) % 10n ** 20n}`.padEnd(21, '0'), email, name };
}

function nameOf(address: string): string {
  const words = (address.split('@')[0] ?? '').split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'Somebody';
}
