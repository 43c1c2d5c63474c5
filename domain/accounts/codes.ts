/** Codes from an app on a phone (RFC 6238), and the recovery codes for the day on which the phone is gone. */
import { SECOND } from '../time/durations.ts';

export const APP_CODE_DIGITS = 6;
/** How long an app shows one code, in milliseconds. */
export const STEP = 30 * SECOND;
/** How many steps a phone's clock may be ahead or behind. */
const DRIFT = 1;

/** How many recovery codes an owner gets at once. */
export const RECOVERY_CODES = 10;
export const RECOVERY_LENGTH = 12;
/** Crockford's base 32: none of its characters looks like another. A code has 60 bits. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUP = 4;
const LOOK_ALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** A code that someone typed, in the form in which it is compared. */
export interface GivenCode {
  kind: 'app' | 'recovery';
  code: string;
}

/** @returns what was typed: six digits are from an app, twelve letters and digits are a recovery code; null for neither */
export function readCode(typed: string): GivenCode | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  const plain = code.replace(/[oil]/g, (letter) => LOOK_ALIKES[letter] ?? letter);
  const isRecovery = plain.length === RECOVERY_LENGTH && [...plain].every((one) => RECOVERY_ALPHABET.includes(one));
  return isRecovery ? { kind: 'recovery', code: plain } : null;
}

/** @returns a recovery code as people read it: three groups of four */
export function shownRecoveryCode(code: string): string {
  return (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-');
}

/**
 * @param lastStep the step of the newest code that was accepted; null for none
 * @returns the time steps whose codes are accepted at this moment, oldest first: a code works once, and no older one after it
 */
export function openSteps(at: Date, lastStep: number | null): number[] {
  const now = Math.floor(at.getTime() / STEP);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => now - DRIFT + index);
  return steps.filter((step) => step > (lastStep ?? -1));
}
