/** What the fields of passkeys mean (fields.ts). They have the names that browsers give them. */
export const PASSKEY_FIELDS = {
  rawId: { text: 'The id of the passkey again, as browsers send it.' },
  response: { text: 'What the passkey answered. Binary is base64url.' },
  clientDataJSON: { text: 'What the browser says of the question: its challenge and its origin.' },
  authenticatorData: { text: 'What the authenticator says: for which site, and that it verified the person.' },
  signature: { text: 'The signature over both.' },
  userHandle: { text: 'Whose passkey it is, as the passkey itself says.' },
  challenge: { text: 'What the passkey signs. It is valid for five minutes, in this session, for one answer.' },
  rpId: { text: 'The site that the passkey is for.' },
  timeout: { text: 'How long the challenge is valid, in milliseconds.' },
  userVerification: { text: 'Always required: a fingerprint, a face or a PIN.' },
  allowCredentials: { text: 'The passkeys of the account.' },
  transports: { text: 'How the authenticator is reached, such as internal or usb.' },
};
