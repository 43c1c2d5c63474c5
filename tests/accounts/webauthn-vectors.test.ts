/** The checks of passkeys over the published test vectors of the W3C. */
import { decodeAttestationObject, parseAuthenticatorData } from '@simplewebauthn/server/helpers';
import { describe, expect, it } from 'vitest';
import type { NewPasskeyAnswer, PasskeyAnswer } from '#domain/accounts/passkeys.schema.ts';
import { challengeIn, checkNewPasskey, checkSigned } from '#services/accounts/webauthn.ts';
import file from './webauthn-vectors.json' with { type: 'json' };

const SITE = { id: file.rpId, origin: file.origin };
type Name = keyof typeof file.vectors;

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const text = (hex: string) => bytes(hex).toString('base64url');
/** The first bytes of the data say for which site, the next one what was verified, then comes the counter. */
const FLAGS_AT = 32;
const SIGNATURE_COUNTER_AT = 33;

/** @returns a vector as a browser would send it, and the key of its passkey */
function vector(name: Name) {
  const { registration, authentication, verifiesPerson } = file.vectors[name];
  const attestation = decodeAttestationObject(new Uint8Array(bytes(registration.attestationObject)));
  const { credentialID, credentialPublicKey } = parseAuthenticatorData(attestation.get('authData'));
  const id = Buffer.from(credentialID ?? []).toString('base64url');
  const credential = { id, rawId: id, type: 'public-key' } as const;
  const made: NewPasskeyAnswer = {
    ...credential,
    response: {
      clientDataJSON: text(registration.clientDataJSON),
      attestationObject: text(registration.attestationObject),
    },
  };
  const signed: PasskeyAnswer = {
    ...credential,
    response: {
      clientDataJSON: text(authentication.clientDataJSON),
      authenticatorData: text(authentication.authenticatorData),
      signature: text(authentication.signature),
    },
  };
  return { made, signed, publicKey: Buffer.from(credentialPublicKey ?? []), verifiesPerson };
}

/** What a browser says that it answered, in any frame. */
function saidChallenge(clientDataJSON: string): string {
  return (JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge: string }).challenge;
}

const register = (name: Name) => {
  const { made } = vector(name);
  return checkNewPasskey(made, saidChallenge(made.response.clientDataJSON), SITE);
};
const sign = (name: Name, change: Partial<PasskeyAnswer['response']> = {}, site = SITE) => {
  const { signed, publicKey } = vector(name);
  const { clientDataJSON } = signed.response;
  const answer = { ...signed, response: { ...signed.response, ...change } };
  return checkSigned(answer, saidChallenge(clientDataJSON), site, publicKey);
};

describe('a new passkey of the vectors', () => {
  it('that signs its own attestation is accepted, with its key, its make and whether it is backed up', async () => {
    const { made, publicKey } = vector('packed-self.ES256');
    expect(await register('packed-self.ES256')).toEqual({
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey,
      counter: 0,
      aaguid: 'df850e09-db6a-fbdf-ab51-697791506cfc',
      isBackupEligible: true,
      isBackedUp: true,
    });
  });

  it('is refused when the authenticator did not verify the person', async () => {
    expect(vector('none.ES256').verifiesPerson.registration).toBe(false);
    expect(await register('none.ES256')).toBeNull();
  });

  it('is refused with a certificate, which we did not ask for', async () => {
    expect(vector('packed.ES256').verifiesPerson.registration).toBe(true);
    expect(await register('packed.ES256')).toBeNull();
  });

  it('is refused for another challenge, origin, site or id', async () => {
    const { made } = vector('packed-self.ES256');
    const challenge = saidChallenge(made.response.clientDataJSON);
    const other = { ...made, id: 'AAAA', rawId: 'AAAA' };
    expect(await checkNewPasskey(made, 'AAAA', SITE)).toBeNull();
    expect(await checkNewPasskey(made, challenge, { ...SITE, origin: 'https://example.com' })).toBeNull();
    expect(await checkNewPasskey(made, challenge, { ...SITE, id: 'example.com' })).toBeNull();
    expect(await checkNewPasskey(other, challenge, SITE)).toBeNull();
  });
});

describe('a signature of the vectors', () => {
  it('is accepted where the person was verified', async () => {
    expect(await sign('packed.ES256')).toEqual({ counter: 0, isBackedUp: false });
    expect(await sign('none.ES256.crossOrigin')).toEqual({ counter: 0, isBackedUp: false });
  });

  it.each(['none.ES256', 'packed-self.ES256'] as const)('of %s is refused: nobody was verified', async (name) => {
    expect(vector(name).verifiesPerson.authentication).toBe(false);
    expect(await sign(name)).toBeNull();
  });

  it('is refused when a byte of it, or of what it signs, has changed', async () => {
    const { authenticatorData, signature } = vector('packed.ES256').signed.response;
    const changed = (value: string, at: number) => {
      const copy = Buffer.from(value, 'base64url');
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString('base64url');
    };
    expect(await sign('packed.ES256', { signature: changed(signature, 70) })).toBeNull();
    for (const at of [0, FLAGS_AT, SIGNATURE_COUNTER_AT])
      expect(await sign('packed.ES256', { authenticatorData: changed(authenticatorData, at) })).toBeNull();
  });

  it('is refused for another origin or site, and by the key of another passkey', async () => {
    expect(await sign('packed.ES256', {}, { ...SITE, origin: 'https://example.com' })).toBeNull();
    expect(await sign('packed.ES256', {}, { ...SITE, id: 'example.com' })).toBeNull();
    const { signed } = vector('packed.ES256');
    const challenge = saidChallenge(signed.response.clientDataJSON);
    const { publicKey } = vector('none.ES256.crossOrigin');
    expect(await checkSigned(signed, challenge, SITE, publicKey)).toBeNull();
  });
});

it('an answer from a frame of another site, or of no form, names no challenge of ours', () => {
  const inFrame = vector('none.ES256.crossOrigin').signed.response.clientDataJSON;
  expect(challengeIn(inFrame)).toBeNull();
  expect(challengeIn('AAAA')).toBeNull();
  expect(challengeIn(Buffer.from('{"challenge":5}').toString('base64url'))).toBeNull();
  const own = vector('packed.ES256').signed.response.clientDataJSON;
  expect(challengeIn(own)).toBe(saidChallenge(own));
});
