/** ID tokens and account data: correct, or wrong in the way that a fault asks for. */
import type { FaultOf } from '../faults.ts';
import { ACCOUNTS, type GoogleAccount } from './accounts.ts';
import { type Claims, type SigningKeys, signedWithSecret, unsigned } from './keys.ts';

const LIFE_SECONDS = 3_600;

/** The chosen account, and the nonce of the request. */
export interface Grant {
  account: GoogleAccount;
  nonce: string;
}

interface TokenIssuer {
  issuer: string;
  origin: string;
  clientId: string;
  clientSecret: string;
  keys: SigningKeys;
}

type Mode = FaultOf<'google'>['mode'];

/** @returns the claims about an account; only the accounts of the chooser have a picture */
export function claimsOf(account: GoogleAccount, origin: string): Claims {
  return {
    sub: account.subject,
    email: account.email,
    email_verified: true,
    ...workspaceOf(account),
    name: account.name,
    ...(ACCOUNTS.includes(account) && { picture: `${origin}/google/picture/${account.subject}` }),
  };
}

/** The domain of an address that Google runs for someone; Gmail has none. */
function workspaceOf({ email }: GoogleAccount): { hd?: string } {
  const domain = email.split('@')[1] ?? '';
  return domain === 'gmail.com' ? {} : { hd: domain };
}

/** @param mode the fault @returns the token; undefined when the fault is that it is missing */
export function idToken(tokenIssuer: TokenIssuer, grant: Grant, mode: Mode): string | undefined {
  const { keys, clientSecret } = tokenIssuer;
  const claims = withFault(trueClaims(tokenIssuer, grant), mode);
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

function trueClaims({ issuer, origin, clientId }: TokenIssuer, { account, nonce }: Grant): Claims {
  const now = Math.floor(Date.now() / 1_000);
  const times = { iat: now, exp: now + LIFE_SECONDS };
  return {
    iss: issuer,
    aud: clientId,
    azp: clientId,
    nonce,
    ...times,
    ...claimsOf(account, origin),
  };
}

function withFault(claims: Claims, mode: Mode): Claims {
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
    case 'foreign-address':
      return { ...claims, hd: undefined };
    case 'foreign-picture':
      return { ...claims, picture: 'http://127.0.0.1:9/picture.png' };
    case 'unverified-email':
      return { ...claims, email_verified: false };
    default:
      return claims;
  }
}
