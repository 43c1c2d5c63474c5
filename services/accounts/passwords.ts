import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#domain/errors.ts';
import { places } from '#domain/places.ts';

/** argon2id (the library's default), with more than OWASP asks for: 64 MiB, 3 passes. */
const OPTIONS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/**
 * Each hash takes 64 MiB, a core, and one of the four threads that files and names of hosts are read with, too: a burst
 * of sign-ins waits in line instead of taking the machine.
 */
const PLACES = Math.min(3, availableParallelism());
/** Some ten seconds of waiting. Whoever comes to a longer line is told so, rather than kept until they give up. */
const LINE = 50 * PLACES;
const BUSY = 'Very many people are signing in at this moment. Please try again in a minute.';
const inTurn = places(PLACES, { most: LINE, refusal: () => new AppError('unavailable', BUSY) });

/**
 * @returns the argon2id hash to store
 * @throws AppError unavailable when very many wait already
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

/** Of a password nobody has: checked when there is no account, so that an unknown email takes as long as a wrong password. */
const NOBODY = '$argon2id$v=19$m=65536,t=3,p=1$O4MK6/jre2AVLj/u6Asyqw$Bq+LdjiE4AwfixVpXBaBcx5cpgX7vBEafAcCbZXRXxg';

/**
 * @returns whether the password is right; false, after the same time, where there is no hash
 * @throws AppError unavailable when very many wait already
 */
export async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(storedHash ?? NOBODY, password).catch(() => false));
  return storedHash !== null && isRight;
}
