import { describe, expect, it } from 'vitest';
import { newPasskeyAnswerSchema, passkeyAnswerSchema } from '#domain/accounts/passkeys.schema.ts';
import { countsUp, freeName, keeperOf, PASSKEY_NAME_MAX } from '#domain/accounts/passkeys.ts';

describe('the count of signatures', () => {
  it.each([
    [0, 0, true],
    [0, 1, true],
    [7, 8, true],
    [7, 900, true],
    [7, 7, false],
    [7, 6, false],
    [7, 0, false],
  ])('that was %i and is %i fits: %s', (saved, given, fits) => {
    expect(countsUp(saved, given)).toBe(fits);
  });
});

describe('the name of a new passkey', () => {
  it('is what keeps it, by the number of its make', () => {
    expect(keeperOf('fbfc3007-154e-4ecc-8c0b-6e020557d7bd')).toBe('iCloud Keychain');
    expect(keeperOf('00000000-0000-0000-0000-000000000000')).toBeNull();
    expect(keeperOf('constructor')).toBeNull();
  });

  it('gets the first number that is free, in any case of letters', () => {
    expect(freeName('Bitwarden', [])).toBe('Bitwarden');
    expect(freeName('Bitwarden', ['bitwarden'])).toBe('Bitwarden 2');
    expect(freeName('Bitwarden', ['Bitwarden', 'Bitwarden 2', 'Bitwarden 4'])).toBe('Bitwarden 3');
  });

  it('is never longer than a name may be', () => {
    const long = 'x'.repeat(80);
    const first = freeName(long, []);
    expect([first.length, freeName(long, [first]).length].every((length) => length <= PASSKEY_NAME_MAX)).toBe(true);
  });
});

describe('the answer of a browser', () => {
  const credential = { id: 'AQID', rawId: 'AQID', type: 'public-key', clientExtensionResults: {} };
  const made = { ...credential, response: { clientDataJSON: 'AQID', attestationObject: 'AQID' } };
  const signed = {
    ...credential,
    response: { clientDataJSON: 'AQID', authenticatorData: 'AQID', signature: 'AQID', userHandle: null },
  };

  it('is read, with what it may leave out', () => {
    expect(newPasskeyAnswerSchema.safeParse(made).success).toBe(true);
    expect(passkeyAnswerSchema.safeParse(signed).success).toBe(true);
  });

  it('loses the ways to an authenticator that are no words', () => {
    const ways = { ...made, response: { ...made.response, transports: ['usb', 'smart-card', 'a b', '<b>', ''] } };
    expect(newPasskeyAnswerSchema.parse(ways).response.transports).toEqual(['usb', 'smart-card']);
  });

  it.each([
    ['nothing', null],
    ['another type', { ...made, type: 'password' }],
    ['an id that is not base64url', { ...made, id: 'a+b=' }],
    ['no attestation', { ...made, response: { clientDataJSON: 'AQID' } }],
    [
      'more than an authenticator sends',
      { ...made, response: { ...made.response, attestationObject: 'A'.repeat(16_385) } },
    ],
    ['too many ways', { ...made, response: { ...made.response, transports: Array(11).fill('usb') } }],
  ])('with %s is none', (_, answer) => {
    expect(newPasskeyAnswerSchema.safeParse(answer).success).toBe(false);
  });
});
