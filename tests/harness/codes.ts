import { generateHOTP } from '@oslojs/otp';
import { base32nopad } from '@scure/base';
import { type GivenCode, readCode, STEP } from '#domain/accounts/codes.ts';
import { offerCodes, turnOnCodes } from '#services/accounts/codes.ts';
import type { Context } from '#services/context.ts';

/** @param secret as the page shows it @returns the six digits that an app shows at an instant */
export function appCode(secret: string, at: Date | number): string {
  const key = base32nopad.decode(secret.replaceAll(' ', ''));
  return generateHOTP(key, BigInt(Math.floor(Number(at) / STEP)), 6);
}

/** @returns a code as a schema reads it */
export function given(code: string): GivenCode {
  const read = readCode(code);
  if (!read) throw new Error(`${code} is no code.`);
  return read;
}

/** Turns codes on for a person, in no browser. @returns the secret of their app, and the recovery codes */
export async function withCodes(
  context: Context,
  person: { id: string; email: string },
): Promise<{ secret: string; recovery: string[] }> {
  const { offer, secret } = await offerCodes(context, person);
  const code = given(appCode(secret, context.now));
  const recovery = await turnOnCodes(context, person.id, { offer, code }, { userAgent: 'tests' });
  return { secret, recovery };
}
