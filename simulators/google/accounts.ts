/** The accounts at the simulated Google: a few invented people, and any address that a person types. */
import { createHash } from 'node:crypto';

/** One account. */
export interface GoogleAccount {
  /** The id, which stays when the address changes. */
  subject: string;
  email: string;
  name: string;
}

/** Shown in the account chooser. */
export const ACCOUNTS: readonly GoogleAccount[] = [
  account('ines.sampaio@example.com', 'Inês Sampaio'),
  account('tomas.lindqvist@example.com', 'Tomás Lindqvist'),
  account('free@example.com', 'Free Example'),
];

/** @returns the account of an address: the same one each time */
export function accountFor(email: string): GoogleAccount {
  const address = email.trim().toLowerCase();
  return ACCOUNTS.find((one) => one.email === address) ?? account(address, nameOf(address));
}

/** @returns the account's picture as a PNG: a head and shoulders in its own colour */
export async function pictureOf({ subject }: GoogleAccount): Promise<Buffer> {
  const hue = Number(subject.slice(-3)) % 360;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="hsl(${hue}, 45%, 40%)"/><circle cx="48" cy="38" r="17" fill="#fff"/><path d="M14 96c0-22 14-35 34-35s34 13 34 35z" fill="#fff"/></svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

/** The subject is as long as Google's, and derived from the address, so that it is the same after a restart. */
function account(email: string, name: string): GoogleAccount {
  const digest = createHash('sha256').update(`google ${email}`).digest();
  return { subject: `1${BigInt(`0x${digest.toString('hex')}`) % 10n ** 20n}`.padEnd(21, '0'), email, name };
}

function nameOf(address: string): string {
  const words = (address.split('@')[0] ?? '').split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'Somebody';
}
