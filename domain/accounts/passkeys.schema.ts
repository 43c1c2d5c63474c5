import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { isOneLine } from './accounts.schema.ts';
import { PASSKEY_NAME_MAX } from './passkeys.ts';

/** The new name of a passkey. */
export const passkeyNameSchema = z.object({
  name: z
    .string({ error: fieldError('passkey-name-missing') })
    .trim()
    .min(1, fieldError('passkey-name-missing'))
    .max(PASSKEY_NAME_MAX, fieldError('name-too-long', { max: PASSKEY_NAME_MAX }))
    .refine(isOneLine, fieldError('name-not-one-line')),
});

/** More than any authenticator sends; what is longer is not read. */
const PART_MAX = 16_384;
const TRANSPORTS_MAX = 10;

const bytes = z
  .string()
  .min(1)
  .max(PART_MAX)
  .regex(/^[A-Za-z0-9_-]+$/);
const credential = z.object({ id: bytes, rawId: bytes, type: z.literal('public-key') });

/**
 * What a browser answers when it made a passkey: `PublicKeyCredential.toJSON()`. Binary is base64url.
 * @see https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson
 */
export const newPasskeyAnswerSchema = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    /** How the authenticator is reached: "usb", "internal"; a word that we do not know is left out. */
    transports: z
      .array(z.string())
      .max(TRANSPORTS_MAX)
      .transform((all) => all.filter((one) => /^[a-z-]{1,20}$/.test(one)))
      .optional(),
  }),
});
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswerSchema>;

/**
 * What a browser answers when a passkey signed.
 * @see https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson
 */
export const passkeyAnswerSchema = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>;
