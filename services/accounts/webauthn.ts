/**
 * Checks what browsers answer for a passkey, by @simplewebauthn/server. It is loaded with the first answer: with its
 * certificates it takes 26 MB, and asking for a challenge needs none of it.
 * @see https://www.w3.org/TR/webauthn-3/
 */
import type { NewPasskeyAnswer, PasskeyAnswer } from '#domain/accounts/passkeys.schema.ts';
import { PASSKEY_ALGORITHMS } from '#domain/accounts/passkeys.ts';

/** Who asks for passkeys: a passkey works for one site only. */
export interface PasskeySite {
  /** The host of the origin. */
  id: string;
  /** As browsers see it: "https://stillhere.example". */
  origin: string;
}

/** What an authenticator said of the passkey that it made. */
export interface MadePasskey {
  credentialId: Buffer;
  /** A COSE key. */
  publicKey: Buffer;
  counter: number;
  aaguid: string;
  isBackupEligible: boolean;
  isBackedUp: boolean;
}

/** What an authenticator said when it signed. */
export interface Signed {
  counter: number;
  isBackedUp: boolean;
}

/** What we need of the client data before we know whether they are signed. */
interface ClientData {
  challenge?: unknown;
  crossOrigin?: unknown;
}

/**
 * @param clientDataJSON from an answer, in base64url
 * @returns the challenge that it answers; null where it names none, or was made in a frame of another site
 */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    const { challenge, crossOrigin } = JSON.parse(text) as ClientData;
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Checks a new passkey: challenge, origin, site, and that the authenticator has verified the person.
 * @param challenge that was asked, in base64url
 * @returns null when anything about it is not right
 */
export async function checkNewPasskey(
  answer: NewPasskeyAnswer,
  challenge: string,
  { id, origin }: PasskeySite,
): Promise<MadePasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    if (!(await hasNoCertificate(answer))) return null;
    const { verified, registrationInfo: made } = await verifyRegistrationResponse({
      response: { ...answer, response: { ...answer.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    if (!verified || made.credential.id !== answer.id) return null;
    return {
      credentialId: Buffer.from(made.credential.id, 'base64url'),
      publicKey: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      aaguid: made.aaguid,
      isBackupEligible: made.credentialDeviceType === 'multiDevice',
      isBackedUp: made.credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/**
 * We ask for no attestation, so an answer has none, or signs itself. A certificate is not even read: the library would fetch
 * the list of revoked ones from the address that stands in it.
 */
async function hasNoCertificate({ response }: NewPasskeyAnswer): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/**
 * Checks what a passkey signed: challenge, origin, site, signature, and that the authenticator has verified the person.
 * Whether its counter fits is for the caller, under the lock of its row.
 * @param challenge that was asked, in base64url
 * @param publicKey of the passkey that the answer names, a COSE key
 * @returns null when anything about it is not right
 */
export async function checkSigned(
  answer: PasskeyAnswer,
  challenge: string,
  { id, origin }: PasskeySite,
  publicKey: Buffer,
): Promise<Signed | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle: _, ...response } = answer.response;
  try {
    const { verified, authenticationInfo: signed } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: answer.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? { counter: signed.newCounter, isBackedUp: signed.credentialBackedUp } : null;
  } catch {
    return null;
  }
}
