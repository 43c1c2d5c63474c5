/** What the simulated Google says of somebody, true or with the fault that a test has asked for. */
import type { FaultOf } from '../faults.ts';
import { type Claims, type SigningKeys, signedWithSecret, unsigned } from './keys.ts';
import { PEOPLE, type Person } from './people.ts';

const LIFE_SECONDS = 3_600;

/** Who was chosen, for which request. */
export interface Granted {
  person: Person;
  nonce: string;
}

interface Speaker {
  issuer: string;
  origin: string;
  clientId: string;
  clientSecret: string;
  keys: SigningKeys;
}

type Mode = FaultOf<'google'>['mode'];

/** @returns the claims about a person; a picture only for those who live here */
export function claimsOf(person: Person, origin: string): Claims {
  return {
    sub: person.subject,
    email: person.email,
    email_verified: true,
    name: person.name,
    ...(PEOPLE.includes(person) && { picture: `${origin}/google/picture/${person.subject}` }),
  };
}

/** @returns the token, or undefined where the fault is that there is none */
export function idToken(speaker: Speaker, granted: Granted, mode: Mode): string | undefined {
  const { keys, clientSecret } = speaker;
  const claims = distorted(truth(speaker, granted), mode);
  switch (mode) {
    case 'no-token':
      return undefined;
    case 'wrong-signature':
      return keys.forge(claims);
    case 'unsigned':
      return unsigned(claims);
    case 'signed-with-secret':
      return signedWithSecret(claims, clientSecret);
    default:
      return keys.sign(claims);
  }
}

function truth({ issuer, origin, clientId }: Speaker, { person, nonce }: Granted): Claims {
  const now = Math.floor(Date.now() / 1_000);
  const times = { iat: now, exp: now + LIFE_SECONDS };
  return {
    iss: issuer,
    aud: clientId,
    azp: clientId,
    nonce,
    ...times,
    ...claimsOf(person, origin),
  };
}

function distorted(claims: Claims, mode: Mode): Claims {
  switch (mode) {
    case 'wrong-issuer':
      return { ...claims, iss: 'https://accounts.elsewhere.example' };
    case 'wrong-audience':
      return { ...claims, aud: 'another-client', azp: undefined };
    case 'wrong-party':
      return { ...claims, aud: [claims.aud, 'another-client'], azp: 'another-client' };
    case 'wrong-nonce':
      return { ...claims, nonce: 'of-another-request' };
    case 'no-nonce':
      return { ...claims, nonce: undefined };
    case 'expired':
      return { ...claims, iat: Number(claims.iat) - 2 * LIFE_SECONDS, exp: Number(claims.exp) - 2 * LIFE_SECONDS };
    case 'no-email':
      return { ...claims, email: undefined, email_verified: undefined };
    case 'foreign-picture':
      return { ...claims, picture: 'http://127.0.0.1:9/somebody.png' };
    case 'unverified-email':
      return { ...claims, email_verified: false };
    default:
      return claims;
  }
}
