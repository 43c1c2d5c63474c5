import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default), with more than OWASP asks for: 64 MiB, 3 passes. */
const OPTIONS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Each hash takes 64 MiB and a core: a burst of sign-ins waits in line instead of taking the machine. */
const PLACES = Math.max(1, Math.min(4, availableParallelism()));
let taken = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (taken >= PLACES) await new Promise<void>((resolve) => waiting.push(resolve));
  else taken++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else taken--;
  }
}

/** @returns the argon2id hash to store */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

/** Of a password nobody has: checked when there is no account, so that an unknown email takes as long as a wrong password. */
const NOBODY = '$argon2id$v=19$m=65536,t=3,p=1$O4MK6/jre2AVLj/u6Asyqw$Bq+LdjiE4AwfixVpXBaBcx5cpgX7vBEafAcCbZXRXxg';

/** @returns whether the password is right; false, after the same time, where there is no hash */
export async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(storedHash ?? NOBODY, password).catch(() => false));
  return storedHash !== null && isRight;
}
